import { sessionOf, type Transaction } from '@hearsay/event-store';
import { type ServiceDefinition, serviceMigrations } from '@hearsay/service-runtime';
import pg from 'pg';
import { eventually } from './conditions.js';
import { createTestDatabase } from './databases.js';

interface OverlappingLoads {
  readonly definition: ServiceDefinition<never>;
  readonly aggregate: { load(tx: Transaction, keys: readonly string[]): Promise<unknown> };
  readonly table: string;
  readonly key: string;
  /** The second process starts before this statement of the first process (counted from 1), or before its commit. */
  readonly overlapBefore: number;
}

const [first, last] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002'];

/**
 * Lets two processes load the same two rows at the same time, while a third one creates one of the rows.
 * @throws the database's deadlock error if they lock in different orders
 */
export const overlapLoads = async (options: OverlappingLoads): Promise<void> => {
  const { definition, aggregate, table, key, overlapBefore } = options;
  const database = await createTestDatabase({ schemas: serviceMigrations(definition).map(({ sql }) => sql) });
  const pool = new pg.Pool({ ...sessionOf(database.url), max: 3 });
  const [one, other, third] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  const take = async (
    client: pg.PoolClient,
    before: (statement: number) => Promise<void>,
    beforeCommit: () => Promise<void>,
  ) => {
    let statement = 0;
    await client.query('begin');
    const query = async (config: pg.QueryConfig) => {
      statement += 1;
      await before(statement);
      return client.query(config);
    };
    await aggregate.load({ query } as never, [first, last]);
    await beforeCommit();
    await client.query('commit');
  };
  const isWaiting = async () => {
    const { rows } = await third.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting > 0;
  };
  const nothing = async () => undefined;
  let overlapping: Promise<void> | undefined;
  let isOtherDone = false;
  const startOverlap = async () => {
    if (overlapping) return;
    overlapping = take(other, nothing, nothing).finally(() => {
      isOtherDone = true;
    });
    // The promise is awaited at the end. Until then a rejection must not be reported as unhandled.
    overlapping.catch(() => undefined);
    await eventually('the other process waits for a row, or has both', async () => isOtherDone || (await isWaiting()));
  };
  try {
    const before = async (statement: number) => {
      if (statement === 2) {
        // The first process has not found the row. The third one creates it, unless the first is already creating it.
        await third.query(`set lock_timeout = '200ms'`);
        await third.query(`insert into ${table} (${key}) values ($1)`, [last]).catch(() => undefined);
      }
      if (statement === overlapBefore) await startOverlap();
    };
    await take(one, before, startOverlap);
    await overlapping;
  } finally {
    for (const client of [one, other, third]) client.release(true);
    await pool.end();
    await database.drop();
  }
};
