import type { RowWriter } from '@hearsay/event-store';
import type { AnonymousPost, Deferral, WaitingRow, WeighedDay } from './deferral.js';

/** Notes what waits, and the pools that it waits for. */
export const writeWaiting: RowWriter = async (tx, rows) => {
  const waiting = rows as readonly WaitingRow[];
  await tx.query({
    name: 'write-waiting-xp',
    text: `with waiting as (insert into waiting_xp (id, sealed) select * from unnest($1::uuid[], $2::text[]))
           insert into xp_pools (due_at) select distinct due_at from unnest($3::timestamptz[]) as due (due_at) order by 1 on conflict do nothing`,
    values: [waiting.map((row) => row.id), waiting.map((row) => row.sealed), waiting.map((row) => row.dueAt)],
  });
};

/** Has the next pool look at these days: nothing waits for them. */
export const writeWeighed =
  (deferral: Deferral): RowWriter =>
  (tx, rows) =>
    writeWaiting(
      tx,
      (rows as readonly WeighedDay[]).map(({ dueAt, accountId, ...day }) => ({
        ...deferral.waiting({ ...day, person: { accountId }, amount: 0 }),
        dueAt,
      })),
    );

/** Notes what anonymous posts were worth; the first note of a post stays. */
export const writeAnonymousPosts: RowWriter = async (tx, rows) => {
  const posts = rows as readonly AnonymousPost[];
  if (posts.length === 0) return;
  await tx.query({
    name: 'write-anonymous-posts',
    text: 'insert into anonymous_posts (content_id, sealed) select * from unnest($1::uuid[], $2::text[]) on conflict do nothing',
    values: [posts.map(({ contentId }) => contentId), posts.map(({ sealed }) => sealed)],
  });
};

/** Strikes what was paid. */
export const strikePaid: RowWriter = async (tx, rows) => {
  await tx.query({
    name: 'strike-waiting-xp',
    text: 'delete from waiting_xp where id = any($1::uuid[])',
    values: [(rows as readonly { readonly id: string }[]).map(({ id }) => id)],
  });
};
