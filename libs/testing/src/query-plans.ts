import pg from 'pg';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Several statements in one text are none of a service's own queries: it sets up a connection. */
const isExplainable = (text: string) => /^\s*(?:select|with|update|delete|insert)\b[^;]*;?\s*$/i.test(text);

const statementOf = ([config, values]: readonly unknown[]): Statement | null => {
  if (typeof config === 'string') return { text: config, values: Array.isArray(values) ? (values as unknown[]) : [] };
  const { text, values: own } = (config ?? {}) as { text?: unknown; values?: unknown[] };
  return typeof text === 'string' ? { text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) } : null;
};

/**
 * What this process asks of PostgreSQL, and how it would be answered: each statement once, with the values of its first use. It listens to all
 * connections of the process, so a test file has one at a time.
 */
export class QueryPlans {
  readonly #statements = new Map<string, Statement>();
  readonly #stop: () => void;

  constructor() {
    const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
    const original = prototype.query;
    const statements = this.#statements;
    prototype.query = function query(this: unknown, ...args: unknown[]) {
      const statement = statementOf(args);
      if (statement && isExplainable(statement.text) && !statements.has(statement.text)) statements.set(statement.text, statement);
      return original.apply(this, args);
    };
    this.#stop = () => {
      prototype.query = original;
    };
  }

  stop(): void {
    this.#stop();
  }

  get texts(): string[] {
    return [...this.#statements.keys()];
  }

  /** The statements that would read one of these tables from end to end, each with the table. `client` has the rights of the tables' owner. */
  async sequentialScans(client: pg.ClientBase | pg.Pool, tables: readonly string[]): Promise<string[]> {
    const scans: string[] = [];
    for (const { text, values } of [...this.#statements.values()]) {
      const explained = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, [...values]);
      for (const relation of scannedIn(explained.rows[0]!['QUERY PLAN'][0]!.Plan)) {
        if (tables.includes(relation)) scans.push(`${relation}: ${text.replaceAll(/\s+/g, ' ')}`);
      }
    }
    return scans;
  }
}

const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];
