import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';

const givenUpAfterSeconds = 120;
const atOnce = 50;

export interface RemovalAttempt {
  readonly accountId: string;
  readonly removalId: string;
}

/** Deletions that have begun. The commit of a deletion deletes its row, so an old row belongs to a call that died. */
export class RemovalAttempts {
  constructor(private readonly pool: pg.Pool) {}

  /** A repeated call gets the removal id of the first call. */
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

  /** Marks and returns abandoned attempts. No later call can continue a marked attempt. */
  async giveUp(): Promise<RemovalAttempt[]> {
    const { rows } = await this.pool.query<RemovalAttempt>(
      `update removal_attempts set is_given_up = true where removal_id in (
         select removal_id from removal_attempts where is_given_up or attempted_at < now() - make_interval(secs => $1)
         order by attempted_at limit $2)
       returning account_id as "accountId", removal_id as "removalId"`,
      [givenUpAfterSeconds, atOnce],
    );
    return rows;
  }

  async delete({ removalId }: RemovalAttempt): Promise<void> {
    await this.pool.query('delete from removal_attempts where removal_id = $1', [removalId]);
  }
}
