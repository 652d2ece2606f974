import type pg from 'pg';
import type { Transaction } from '../log/events.js';
import { isConnectionError, isReadOnly } from '../pipeline/transaction-fate.js';

/** Runs `work` in a transaction of its own. The commit's answer may be lost: the caller finds out by reading. */
export const inTransaction = async <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A statement on a dead connection would only wait for its timeout once more.
    if (isConnectionError(error) || isReadOnly(error)) broken = error as Error;
    else await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
};
