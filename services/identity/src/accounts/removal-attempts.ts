import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';

const abandonedAfterSeconds = 120;
const batchSize = 50;

export interface RemovalAttempt {
  readonly accountId: string;
  readonly removalId: string;
}

/**
 * Rows of account deletions that have begun. A deletion that commits deletes its row. So an old row belongs to a call
 * that did not finish.
 */
export class RemovalAttempts {
  constructor(private readonly pool: pg.Pool) {}

  /** Notes that a deletion begins. If one has begun before and is not abandoned, returns its removal id. */
  async begin(accountId: string): Promise<RemovalAttempt> {
    const { rows } = await this.pool.query<{ removalId: string }>(
      `update removal_attempts set attempted_at = now() where account_id = $1 and not is_given_up returning removal_id as "removalId"`,
      [accountId],
    );
    const removalId = rows[0]?.removalId ?? uuidv7();
    if (!rows[0])
      await this.pool.query('insert into removal_attempts (removal_id, account_id) values ($1, $2)', [
        removalId,
        accountId,
      ]);
    return { accountId, removalId };
  }

  /** Marks old attempts as abandoned and returns all abandoned ones. `begin` does not continue an abandoned attempt. */
  async markAbandoned(): Promise<RemovalAttempt[]> {
    const { rows } = await this.pool.query<RemovalAttempt>(
      `update removal_attempts set is_given_up = true where removal_id in (
         select removal_id from removal_attempts where is_given_up or attempted_at < now() - make_interval(secs => $1)
         order by attempted_at limit $2)
       returning account_id as "accountId", removal_id as "removalId"`,
      [abandonedAfterSeconds, batchSize],
    );
    return rows;
  }

  async delete({ removalId }: RemovalAttempt): Promise<void> {
    await this.pool.query('delete from removal_attempts where removal_id = $1', [removalId]);
  }
}
