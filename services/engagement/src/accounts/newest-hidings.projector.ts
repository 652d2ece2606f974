import { AccountHidden, AccountShown } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';
import type pg from 'pg';

/**
 * The newest hiding of each account, or its end. It comes here far ahead of `hidden-accounts`, which works through thousands of follows, so that an
 * undo ends a hiding that is still under way.
 */
export const newestHidingsProjector = rowsProjector({
  name: 'newest-hidings',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  rows: [
    {
      table: 'newest_hidings',
      key: ['accountId'],
      order: 'revision',
      rowOf: ({ data: { accountId, revision } }) => ({ accountId, revision }),
    },
  ],
});

/** Whether something newer is known of the account than this revision. */
export const isUndone = async (pool: pg.Pool, accountId: string, revision: number): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'newer-hiding',
    text: 'select 1 from newest_hidings where account_id = $1 and revision > $2',
    values: [accountId, revision],
  });
  return rows.length > 0;
};
