import type pg from 'pg';
import { stateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';

/**
 * A statement that answers a row when one certain transaction is committed, and never otherwise: it looks for a row that no other transaction
 * writes.
 */
export interface CommitProof {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How often PostgreSQL is asked about a transaction that is still in progress. */
const askAgainMs = 100;

/** SQLSTATE invalid_parameter_value: PostgreSQL has not given out this id. */
const invalidParameterValue = '22023';

/**
 * The fate of a transaction whose connection was lost around COMMIT. Asks through all failures until PostgreSQL answers
 * and the transaction is over: only an aborted one may be tried again, or it would be applied twice. The id alone
 * proves only "aborted". A crashed server forgets ids whose log had not reached the disk, and gives them out again.
 */
export const fateOf = async (pool: pg.Pool, txid: string, proof: CommitProof): Promise<'committed' | 'aborted'> => {
  for (;;) {
    try {
      const answer = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [txid]);
      const status = answer.rows[0]?.status;
      if (status === 'aborted') return status;
      // A statement of its own: its snapshot has to be younger than the answer.
      if (status === 'committed')
        return (await pool.query(proof.text, [...proof.values])).rows.length > 0 ? 'committed' : 'aborted';
    } catch (error) {
      if (stateOf(error) === invalidParameterValue) return 'aborted';
    }
    await pause(askAgainMs);
  }
};
