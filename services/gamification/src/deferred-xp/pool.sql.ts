import { type RowWriter, type Transaction, type VersionedState, withRows } from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { anonymousDayTag } from '../sealed-xp.js';
import type { RecomputedDay, XpDeferral } from './deferral.js';
import type { AnonymousDay, DayKey, DaySums } from './pool-shares.js';

/** Locks the rows in the order of ids. The state is false for a row that is already paid. */
export const loadWaitingXp = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<boolean>>> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-waiting-xp',
    text: 'select id from waiting_xp where id = any($1::uuid[]) order by id for update',
    values: [keys],
  });
  const here = new Set(rows.map((row) => row.id));
  return new Map(keys.map((key) => [key, { version: 0, state: here.has(key) }]));
};

/** Also adds a pool for each new due time. */
export const writeWaitingXp: RowWriter = async (tx, rows) => {
  await withRows(
    tx,
    'id uuid, sealed text, due_at timestamptz',
    rows,
    (given) => `with waits as materialized (select * from ${given}),
    waiting as (insert into waiting_xp (id, sealed) select id, sealed from waits)
    insert into xp_pools (due_at) select distinct due_at from waits order by 1 on conflict do nothing`,
  );
};

/** Adds a waiting row with amount 0 for each day. */
export const writeRecomputedDays =
  (deferral: XpDeferral): RowWriter =>
  (tx, rows) =>
    writeWaitingXp(
      tx,
      (rows as readonly RecomputedDay[]).map(({ dueAt, accountId, ...day }) => ({
        ...deferral.newWaitingRow({ ...day, person: { accountId }, amount: 0 }),
        dueAt,
      })),
    );

const dayKeyText = ({ accountId, rule, day }: DayKey) => `${accountId}/${rule}/${day}`;

type FindAuthorId = (personId: string) => AuthorId | null;

/** Sums of named and anonymous XP of these days. `authorIdOf` returns null for an account without anonymous posts. */
export const readDaySums = async (
  client: Transaction,
  seals: SealedAuthors,
  days: readonly DayKey[],
  authorIdOf: FindAuthorId,
): Promise<DaySums> => {
  const anonymous = await readAnonymousDaySums(client, seals, days, authorIdOf);
  const named = await withRows<DayKey & { amount: number }>(
    client,
    'account_id uuid, rule text, day date',
    days,
    (given) => `select account_id as "accountId", rule, day::text as day, amount from ${given}
      join (select * from day_sums union all select * from boost_day_sums) as sums using (account_id, rule, day)`,
  );
  const namedByName = new Map(named.map((row) => [dayKeyText(row), row.amount]));
  return { anonymous, named: (day) => namedByName.get(dayKeyText(day)) ?? 0 };
};

/** Returns a function of the day. It gives sums of 0 for a day without a readable row. */
export const readAnonymousDaySums = async (
  client: Transaction,
  seals: SealedAuthors,
  days: readonly DayKey[],
  authorIdOf: FindAuthorId,
): Promise<DaySums['anonymous']> => {
  const tagOf = (day: DayKey) => {
    const authorId = authorIdOf(day.accountId);
    return authorId === null ? null : anonymousDayTag(seals, authorId, day);
  };
  const { rows } = await client.query<{ tag: string; sealed: string }>({
    name: 'anonymous-days',
    text: 'select tag, sealed from anonymous_days where tag = any(array(select unnest($1::text[])))',
    values: [days.map(tagOf)],
  });
  const byTag = new Map<string | null, AnonymousDay | null>(
    rows.map(({ tag, sealed }) => [tag, seals.readJson<AnonymousDay>(sealed) ?? null]),
  );
  return (day) => byTag.get(tagOf(day)) ?? { sum: 0, counted: 0 };
};
