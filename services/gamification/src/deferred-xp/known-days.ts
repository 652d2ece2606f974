import type { Transaction } from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { dayTag, readJson } from '../sealed-xp.js';
import type { AnonymousDay, DayName, KnownDays } from './pool-shares.js';

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
