import type { Loaded, RowWriter, Transaction } from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { dayTag, readJson } from '../sealed-xp.js';
import type { AnonymousPost, Deferral, WaitingRow, WeighedDay } from './deferral.js';
import type { AnonymousDay, DayName, KnownDays } from './pool-shares.js';

/** Locks those waiting rows that are still there. */
export const loadWaiting = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<boolean>>> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-waiting-xp',
    text: 'select id from waiting_xp where id = any($1::uuid[]) order by id for update',
    values: [keys],
  });
  const here = new Set(rows.map((row) => row.id));
  return new Map(keys.map((key) => [key, { version: 0, state: here.has(key) }]));
};

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

const nameOf = ({ accountId, rule, day }: DayName) => `${accountId}/${rule}/${day}`;

/** What these days hold already. `authorIdOf` knows all their people. */
export const readKnownDays = async (
  client: Transaction,
  seals: SealedAuthors,
  days: readonly DayName[],
  authorIdOf: (personId: string) => AuthorId,
): Promise<KnownDays> => {
  const tagOf = (day: DayName) => dayTag(seals, authorIdOf(day.accountId), day);
  const anonymous = await client.query<{ tag: string; sealed: string }>(
    'select tag, sealed from anonymous_days where tag = any($1::text[])',
    [days.map(tagOf)],
  );
  const named = await client.query<DayName & { amount: number }>(
    `select account_id as "accountId", rule, day::text as day, amount
     from unnest($1::uuid[], $2::text[], $3::date[]) as named (account_id, rule, day)
     join (select * from day_sums union all select * from boost_day_sums) as sums using (account_id, rule, day)`,
    [days.map(({ accountId }) => accountId), days.map(({ rule }) => rule), days.map(({ day }) => day)],
  );
  const anonymousByTag = new Map(anonymous.rows.map(({ tag, sealed }) => [tag, readJson<AnonymousDay>(seals, sealed)]));
  const namedByName = new Map(named.rows.map((row) => [nameOf(row), row.amount]));
  return {
    anonymous: (day) => anonymousByTag.get(tagOf(day)) ?? { sum: 0, counted: 0 },
    named: (day) => namedByName.get(nameOf(day)) ?? 0,
  };
};
