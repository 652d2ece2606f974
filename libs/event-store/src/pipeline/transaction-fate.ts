import type pg from 'pg';
import { awaitStandby } from '../runtime/commits.js';
import { isConnectionLoss, sqlStateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';

/** A statement that returns a row only if a given transaction, the row's only writer, was committed. */
export interface CommitProof {
  readonly text: string;
  readonly values: readonly unknown[];
}

const askAgainMs = 100;

/** SQLSTATE (invalid_parameter_value) for a transaction id that PostgreSQL has never assigned. */
const invalidParameterValue = '22023';

/**
 * Finds out whether a transaction was committed, if its COMMIT was not answered, or not confirmed by a standby. It asks
 * until the transaction is over and a synchronous standby has it. The fate is `unknown` if `signal` aborts first. Only
 * an aborted transaction may be retried. A retry of any other could apply it twice.
 */
export const findTransactionFate = async (
  pool: pg.Pool,
  txid: string,
  proof: CommitProof,
  signal?: AbortSignal,
): Promise<'committed' | 'aborted' | 'unknown'> => {
  while (!signal?.aborted) {
    const fate = await onClient(pool, (client) => askFate(client, txid, proof)).catch((error: unknown) =>
      sqlStateOf(error) === invalidParameterValue ? 'aborted' : undefined,
    );
    if (fate) return fate;
    await pause(askAgainMs, signal);
  }
  return 'unknown';
};

/** Runs all queries on one connection, because after a failover the pool may reach another server. */
const onClient = async <T>(pool: pg.Pool, ask: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await ask(client);
  } catch (error) {
    isBroken = isConnectionLoss(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
};

/**
 * Returns undefined while the fate is unknown. A transaction id alone cannot prove a commit. A crashed server forgets
 * ids whose WAL was not on the disk, and assigns them again.
 */
const askFate = async (
  client: pg.PoolClient,
  txid: string,
  proof: CommitProof,
): Promise<'committed' | 'aborted' | undefined> => {
  // A standby may not have replayed a commit that it has received, so only its answer after a promotion counts.
  const { rows } = await client.query<{ status: string | null }>(
    'select case when not pg_is_in_recovery() then pg_xact_status($1::xid8) end as status',
    [txid],
  );
  const status = rows[0]?.status;
  if (status === 'aborted') return status;
  if (status !== 'committed') return undefined;
  // Reads the row in a separate statement, because its snapshot must be newer than the status.
  if ((await client.query(proof.text, [...proof.values])).rows.length === 0) return 'aborted';
  await awaitStandby(client);
  return 'committed';
};
