import pg from 'pg';
import { writtenStatements } from './query-sources.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** As many rows make PostgreSQL rather take an index, where there is one. */
const fewestRows = 10_000;

/** Several statements in one text are none of a service's own queries: it sets up a connection. */
const isExplainable = (text: string) => /^\s*(?:select|with|update|delete|insert)\b[^;]*;?\s*$/i.test(text);

const statementOf = ([config, values]: readonly unknown[]): Statement | null => {
  if (typeof config === 'string') return { text: config, values: Array.isArray(values) ? (values as unknown[]) : [] };
  const { text, values: own } = (config ?? {}) as { text?: unknown; values?: unknown[] };
  return typeof text === 'string' ? { text, values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) } : null;
};

/** Tables of every service's log that stay small: a row a consumer, and what an operator has to look at. */
const smallOfEveryLog = ['store_epoch', 'consumer_checkpoints', 'dead_letters', 'migrations'];

/** Fills a service's log with so many events, heads and results of calls, as they would lie there. */
export const logRows = (many: number): string[] => [
  `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
   select 1, gen_random_uuid(), 'stream-' || n, 1, 'Nothing', 1, 0, '{}', '{}' from generate_series(1, ${many}) as n`,
  `insert into stream_heads (stream, version) select 'stream-' || n, 1 from generate_series(1, ${many}) as n`,
  `insert into command_results (key, payload_hash) select decode(md5('key' || n), 'hex'), '' from generate_series(1, ${many}) as n`,
];

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

  /** The statements in a service's sources that were not asked, each with its file: of these nobody knows how they are answered. */
  unasked(sources: URL): string[] {
    const { texts } = this;
    return writtenStatements(sources).flatMap(({ file, text, pattern }) =>
      texts.some((asked) => pattern.test(asked)) ? [] : [`${file}: ${text}`],
    );
  }

  /** The statements that would read one of these tables from end to end, each with the table. `client` has the rights of the tables' owner. */
  async sequentialScans(client: pg.ClientBase | pg.Pool, tables: readonly string[]): Promise<string[]> {
    const scans: string[] = [];
    for (const { text, plan } of await this.#explained(client)) {
      for (const table of readWhole(plan, new Map())) if (tables.includes(table)) scans.push(`${table}: ${text}`);
    }
    return scans;
  }

  /**
   * The statements that would read a table, or an index of everything in it, from end to end, each with the table; and the tables that are too
   * empty to tell. `small`: tables that stay small whatever happens. `client` has the rights of the tables' owner.
   */
  async readsOfEverything(client: pg.ClientBase | pg.Pool, small: readonly string[]): Promise<string[]> {
    const tables = await client.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const big = new Set(tables.rows.map(({ name }) => name).filter((name) => ![...small, ...smallOfEveryLog].includes(name)));
    const problems = tables.rows
      .filter(({ name, rows }) => big.has(name) && rows < fewestRows)
      .map(({ name, rows }) => `${name}: ${rows} rows`);
    const indexes = await client.query<{ name: string; table: string; isPartial: boolean }>(
      `select i.relname as name, t.relname as table, x.indpred is not null as "isPartial"
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid`,
    );
    const whole = new Map(indexes.rows.filter(({ isPartial }) => !isPartial).map(({ name, table }) => [name, table]));
    for (const { text, plan } of await this.#explained(client)) {
      for (const table of readWhole(plan, whole)) if (big.has(table)) problems.push(`${table}: ${text}`);
    }
    return problems;
  }

  async #explained(client: pg.ClientBase | pg.Pool): Promise<{ text: string; plan: Plan }[]> {
    const plans: { text: string; plan: Plan }[] = [];
    for (const { text, values } of this.#statements.values()) {
      const explained = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, [...values]);
      plans.push({ text: text.replaceAll(/\s+/g, ' '), plan: explained.rows[0]!['QUERY PLAN'][0]!.Plan });
    }
    return plans;
  }
}

/** The tables that a plan reads from end to end; an index that is read in its order until a limit is reached is none. */
const readWhole = (plan: Plan, wholeIndexes: ReadonlyMap<string, string>, isLimited = false): string[] => {
  const isIndexScan = /^(?:Index (?:Only )?|Bitmap Index )Scan$/.test(plan['Node Type']);
  const index = isIndexScan && !isLimited && plan['Index Cond'] === undefined ? wholeIndexes.get(plan['Index Name'] ?? '') : undefined;
  const own = plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : index;
  const below = (plan.Plans ?? []).flatMap((part) => readWhole(part, wholeIndexes, isLimited || plan['Node Type'] === 'Limit'));
  return own === undefined ? below : [own, ...below];
};
