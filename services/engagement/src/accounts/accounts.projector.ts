import { AccountErased, AccountHidden, AccountShown } from '@hearsay/contracts';
import { eventsOf } from '@hearsay/event-store';
import { upsertProjector } from '@hearsay/service-runtime';
import type pg from 'pg';

/**
 * Records when an account is hidden or restored. The reactor `hidden-accounts` reads these records. If the hiding is
 * undone, it stops suspending the follows, which may be thousands. This projector also deletes the repost words of
 * erased accounts.
 */
export const accountsProjector = upsertProjector({
  name: 'accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown, AccountErased],
  rows: [
    {
      table: 'newest_hidings',
      key: ['accountId'],
      order: 'revision',
      rowOf: ({ type, data: { accountId, revision } }) => type !== AccountErased.type && { accountId, revision },
    },
  ],
  async applied(tx, events) {
    const erased = eventsOf(events, AccountErased).map(({ data }) => data.accountId);
    if (erased.length > 0)
      await tx.query('delete from texts where id in (select text_id from reposts where reposter_id = any($1))', [
        erased,
      ]);
    return () => undefined;
  },
});

/** True if the account has been restored since the hiding with this revision. */
export const isHidingUndone = async (pool: pg.Pool, accountId: string, revision: number): Promise<boolean> => {
  const { rows } = await pool.query({
    name: 'newer-hiding',
    text: 'select 1 from newest_hidings where account_id = $1 and revision > $2',
    values: [accountId, revision],
  });
  return rows.length > 0;
};
