import type pg from 'pg';
import { stateOf } from '../runtime/failures.js';
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
 * The fate of a transaction whose connection was lost around COMMIT. It asks until PostgreSQL answers and the
 * transaction is over. Only an aborted transaction may be retried, or it would be applied twice. The id alone proves
 * only "aborted": a crashed server forgets ids whose WAL had not reached the disk, and assigns them again.
 */
export const fateOf = async (pool: pg.Pool, txid: string, proof: CommitProof): Promise<'committed' | 'aborted'> => {
  for (;;) {
    try {
      // A standby may have received a commit that it has not replayed, so its answer counts after its promotion only.
      const answer = await pool.query<{ status: string | null }>(
        'select case when not pg_is_in_recovery() then pg_xact_status($1::xid8) end as status',
        [txid],
      );
      const status = answer.rows[0]?.status;
      if (status === 'aborted') return status;
      // A separate statement, since its snapshot must be newer than the status.
      if (status === 'committed')
        return (await pool.query(proof.text, [...proof.values])).rows.length > 0 ? 'committed' : 'aborted';
    } catch (error) {
      if (stateOf(error) === invalidParameterValue) return 'aborted';
    }
    await pause(askAgainMs);
  }
};
