import { AccountHidden, AccountShown } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';
import type pg from 'pg';

/**
 * The newest hiding of each account, or its end. It comes here far ahead of `hidden-accounts`, which works through thousands of follows, so that an
 * undo ends a hiding that is still under way.
 */
export const newestHidingsProjector: Projector<typeof AccountHidden | typeof AccountShown> = {
  kind: 'projector',
  name: 'newest-hidings',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  tables: ['newest_hidings'],
  async apply(tx, events) {
    const newest = newestBy(events, ({ data }) => data.accountId);
    await tx.query({
      name: 'write-newest-hidings',
      text: `insert into newest_hidings (account_id, revision) select * from unnest($1::uuid[], $2::int[])
             on conflict (account_id) do update set revision = excluded.revision where newest_hidings.revision < excluded.revision`,
      values: [newest.map(({ data }) => data.accountId), newest.map(({ data }) => data.revision)],
    });
  },
};

/** Whether something newer is known of the account than this revision. */
export const isUndone = async (pool: pg.Pool, accountId: string, revision: number): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'newer-hiding',
    text: 'select 1 from newest_hidings where account_id = $1 and revision > $2',
    values: [accountId, revision],
  });
  return rows.length > 0;
};
