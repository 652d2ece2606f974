import type { XpRule } from '@hearsay/contracts';
import type { Transaction } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';

/** What is added to the live XP of a person's rule on a UTC day; negative takes away. */
export interface DayChange {
  readonly accountId: string;
  readonly rule: XpRule;
  readonly day: string;
  readonly amount: number;
}

/** UTC day of an instant, as caps count. */
export const dayOf = (instant: string): string => instant.slice(0, 10);

/** What a cap leaves of a day's sum. */
export const underCap = (sum: number, cap: number | null): number => (cap === null ? sum : Math.min(sum, cap));

/** One change for each person, rule and day, in the order in which rows are locked. */
export const sumOfDays = (changes: readonly DayChange[]): DayChange[] => {
  const sums = new Map<string, DayChange>();
  for (const change of changes) {
    const key = `${change.accountId}/${change.rule}/${change.day}`;
    sums.set(key, { ...change, amount: change.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
};

/** Where a source of XP keeps the sums of days before the caps, and what the caps leave of all days of a person. */
export interface DayTables {
  readonly days: 'day_sums' | 'boost_day_sums';
  readonly totals: 'progress' | 'boost_totals';
}

/** Adds to the sums of days; the total of a person moves by what their capped days move. Other caps reach past days with a rebuild. */
export const addToDays = async (
  tx: Transaction,
  { days, totals }: DayTables,
  changes: readonly DayChange[],
  caps: DailyCaps,
): Promise<void> => {
  const moved = sumOfDays(changes);
  if (moved.length === 0) return;
  await tx.query({
    name: `add-to-${days}`,
    // least() passes over null, which is how "no cap" arrives.
    text: `with change as (
             select * from unnest($1::uuid[], $2::text[], $3::date[], $4::int[], $5::int[]) as c (account_id, rule, day, amount, cap)
           ), day_now as (
             insert into ${days} (account_id, rule, day, amount) select account_id, rule, day, amount from change
             on conflict (account_id, rule, day) do update set amount = ${days}.amount + excluded.amount
             returning account_id, rule, day, amount
           )
           insert into ${totals} (account_id, counted)
           select account_id, sum(least(day_now.amount, cap) - least(day_now.amount - change.amount, cap))
           from day_now join change using (account_id, rule, day) group by account_id order by account_id
           on conflict (account_id) do update set counted = ${totals}.counted + excluded.counted`,
    values: [
      moved.map((change) => change.accountId),
      moved.map((change) => change.rule),
      moved.map((change) => change.day),
      moved.map((change) => change.amount),
      moved.map((change) => caps[change.rule]),
    ],
  });
};
