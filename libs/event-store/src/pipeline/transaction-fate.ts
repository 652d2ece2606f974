import type pg from 'pg';
import { awaitStandby } from '../runtime/commits.js';
import { isConnectionLoss, stateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';

/** A statement that returns a row only if a given transaction, the row's only writer, was committed. */
export interface CommitProof {
  readonly text: string;
  readonly values: readonly unknown[];
}

const askAgainMs = 100;

/** SQLSTATE invalid_parameter_value: PostgreSQL has never assigned this id. */
const invalidParameterValue = '22023';

/**
 * The fate of a transaction whose COMMIT was not answered, or by this server alone. It asks until PostgreSQL answers,
 * the transaction is over, and a synchronous standby has it; unknown if `signal` aborts before. Only an aborted
 * transaction may be retried, or it would be applied twice.
 */
export const fateOf = async (
  pool: pg.Pool,
  txid: string,
  proof: CommitProof,
  signal?: AbortSignal,
): Promise<'committed' | 'aborted' | 'unknown'> => {
  while (!signal?.aborted) {
    const fate = await onClient(pool, (client) => askFate(client, txid, proof)).catch((error: unknown) =>
      stateOf(error) === invalidParameterValue ? 'aborted' : undefined,
    );
    if (fate) return fate;
    await pause(askAgainMs, signal);
  }
  return 'unknown';
};

/** All answers come from one server, since the pool may reach another one after a failover. */
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
 * Undefined while it is unknown. The id alone proves only "aborted": a crashed server forgets ids whose WAL had not
 * reached the disk, and assigns them again.
 */
const askFate = async (
  client: pg.PoolClient,
  txid: string,
  proof: CommitProof,
): Promise<'committed' | 'aborted' | undefined> => {
  // A standby may have received a commit that it has not replayed, so its answer counts after its promotion only.
  const { rows } = await client.query<{ status: string | null }>(
    'select case when not pg_is_in_recovery() then pg_xact_status($1::xid8) end as status',
    [txid],
  );
  const status = rows[0]?.status;
  if (status === 'aborted') return status;
  if (status !== 'committed') return undefined;
  // A separate statement, since its snapshot must be newer than the status.
  if ((await client.query(proof.text, [...proof.values])).rows.length === 0) return 'aborted';
  await awaitStandby(client);
  return 'committed';
};
