import type pg from 'pg';
import type { Statement } from './statements.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** Finds the tables that a statement reads completely. Needs a client that is the owner of the tables. */
export class Planner {
  readonly #client: pg.Client;
  readonly #wholeIndexes: ReadonlyMap<string, string>;

  private constructor(client: pg.Client, wholeIndexes: ReadonlyMap<string, string>) {
    this.#client = client;
    this.#wholeIndexes = wholeIndexes;
  }

  static async of(client: pg.Client): Promise<Planner> {
    const { rows } = await client.query<{ name: string; table: string }>(
      `select i.relname as name, t.relname as table
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid where x.indpred is null`,
    );
    return new Planner(client, new Map(rows.map(({ name, table }) => [name, table])));
  }

  /** @returns the tables that a statement reads completely. A statement without values gets a generic plan. */
  async tablesReadWhole({ text, values }: Omit<Statement, 'values'> & Partial<Statement>): Promise<string[]> {
    // A statement with `limit 0` only checks that a table exists.
    if (text.endsWith(' limit 0')) return [];
    const options = values ? 'format json' : 'format json, generic_plan';
    const { rows } = await this.#client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (${options}) ${text}`,
      values && [...values],
    );
    return [...new Set(this.#tablesIn(rows[0]!['QUERY PLAN'][0]!.Plan, false))];
  }

  /** An index scan without a condition reads the whole index, unless a limit ends it. */
  #tablesIn(plan: Plan, isLimited: boolean): string[] {
    const isIndexScan = /^(?:Index (?:Only )?|Bitmap Index )Scan$/.test(plan['Node Type']);
    const isWhole = isIndexScan && !isLimited && plan['Index Cond'] === undefined;
    const own =
      plan['Node Type'] === 'Seq Scan'
        ? plan['Relation Name']
        : isWhole
          ? this.#wholeIndexes.get(plan['Index Name'] ?? '')
          : undefined;
    const below = (plan.Plans ?? []).flatMap((part) =>
      this.#tablesIn(part, isLimited || plan['Node Type'] === 'Limit'),
    );
    return own === undefined ? below : [own, ...below];
  }
}
