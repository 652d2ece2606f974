import { type Loaded, type RowWriter, type Transaction, withRows } from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { dayTag } from '../sealed-xp.js';
import type { Deferral, RecomputedDay } from './deferral.js';
import type { AnonymousDay, DayName, KnownDays } from './pool-shares.js';

export const loadWaiting = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<boolean>>> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-waiting-xp',
    text: 'select id from waiting_xp where id = any($1::uuid[]) order by id for update',
    values: [keys],
  });
  const here = new Set(rows.map((row) => row.id));
  return new Map(keys.map((key) => [key, { version: 0, state: here.has(key) }]));
};

export const writeWaiting: RowWriter = async (tx, rows) => {
  await withRows(
    tx,
    'id uuid, sealed text, due_at timestamptz',
    rows,
    (given) => `with waits as materialized (select * from ${given}),
    waiting as (insert into waiting_xp (id, sealed) select id, sealed from waits)
    insert into xp_pools (due_at) select distinct due_at from waits order by 1 on conflict do nothing`,
  );
};

export const writeWeighed =
  (deferral: Deferral): RowWriter =>
  (tx, rows) =>
    writeWaiting(
      tx,
      (rows as readonly RecomputedDay[]).map(({ dueAt, accountId, ...day }) => ({
        ...deferral.waiting({ ...day, person: { accountId }, amount: 0 }),
        dueAt,
      })),
    );

const nameOf = ({ accountId, rule, day }: DayName) => `${accountId}/${rule}/${day}`;

type AuthorIdOf = (personId: string) => AuthorId | null;

/** `authorIdOf` must know all people of these days. Null: the account has no anonymous posts. */
export const readKnownDays = async (
  client: Transaction,
  seals: SealedAuthors,
  days: readonly DayName[],
  authorIdOf: AuthorIdOf,
): Promise<KnownDays> => {
  const anonymous = await readAnonymousDays(client, seals, days, authorIdOf);
  const named = await withRows<DayName & { amount: number }>(
    client,
    'account_id uuid, rule text, day date',
    days,
    (given) => `select account_id as "accountId", rule, day::text as day, amount from ${given}
      join (select * from day_sums union all select * from boost_day_sums) as sums using (account_id, rule, day)`,
  );
  const namedByName = new Map(named.map((row) => [nameOf(row), row.amount]));
  return { anonymous, named: (day) => namedByName.get(nameOf(day)) ?? 0 };
};

export const readAnonymousDays = async (
  client: Transaction,
  seals: SealedAuthors,
  days: readonly DayName[],
  authorIdOf: AuthorIdOf,
): Promise<KnownDays['anonymous']> => {
  const tagOf = (day: DayName) => {
    const authorId = authorIdOf(day.accountId);
    return authorId === null ? null : dayTag(seals, authorId, day);
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
