import { AccountHidden, AccountShown } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';
import type pg from 'pg';

/** Runs far ahead of `hidden-accounts`, which works through thousands of follows, so an undo can end a hiding. */
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

export const isUndone = async (pool: pg.Pool, accountId: string, revision: number): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'newer-hiding',
    text: 'select 1 from newest_hidings where account_id = $1 and revision > $2',
    values: [accountId, revision],
  });
  return rows.length > 0;
};
