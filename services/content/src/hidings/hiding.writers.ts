import type { RowWriter } from '@hearsay/event-store';

/** From these rows on reads leave a person's posts out. */
export const writeHidings: RowWriter = async (tx, rows) => {
  const hidings = rows as readonly { removalId: string; accountId: string; cause: string; total: number; hiddenAt: string }[];
  await tx.query(
    `insert into hidings (removal_id, account_id, cause, total, hidden_at)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[])`,
    [
      hidings.map(({ removalId }) => removalId),
      hidings.map(({ accountId }) => accountId),
      hidings.map(({ cause }) => cause),
      hidings.map(({ total }) => total),
      hidings.map(({ hiddenAt }) => hiddenAt),
    ],
  );
};

export const writeShown: RowWriter = async (tx, rows) => {
  const shown = rows as readonly { removalId: string }[];
  const removalIds = shown.map(({ removalId }) => removalId);
  await tx.query('update hidings set is_shown = true, is_running = true where removal_id = any($1)', [removalIds]);
  // A deleted account keeps away what comes back from an earlier hiding as well: reads leave it out from here on, and the work takes it over.
  await tx.query(
    `update hidings set is_running = true where cause = 'account' and not is_shown
       and account_id in (select account_id from hidings where removal_id = any($1))`,
    [removalIds],
  );
};
