import type { XpRule } from '@hearsay/contracts';
import { insertRows, type Transaction, withRows } from '@hearsay/event-store';
import { cappedSum } from '@hearsay/game-rules';
import type { DailyCaps } from './config.js';

/** XP to add to the sum of one account, rule and UTC day. Negative if XP is taken back. */
export interface DayChange {
  readonly accountId: string;
  readonly rule: XpRule;
  readonly day: string;
  readonly amount: number;
}

/** UTC day of an instant. Caps apply to UTC days. */
export const dayOf = (instant: string): string => instant.slice(0, 10);

const dayKey = ({ accountId, rule, day }: Omit<DayChange, 'amount'>): string => `${accountId}/${rule}/${day}`;

/** Sums changes per account, rule and day. Sorted by this key, which is the order of row locks. */
export const sumPerDay = (changes: readonly DayChange[]): DayChange[] => {
  const sums = new Map<string, DayChange>();
  for (const change of changes) {
    const key = dayKey(change);
    sums.set(key, { ...change, amount: change.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
};

type DayTables = { readonly days: 'day_sums' | 'boost_day_sums'; readonly totals: 'progress' | 'boost_totals' };

/** A changed cap affects past days only after a rebuild. */
export const addToDaySums = async (
  tx: Transaction,
  { days, totals }: DayTables,
  changes: readonly DayChange[],
  caps: DailyCaps,
): Promise<void> => {
  const moved = sumPerDay(changes);
  if (moved.length === 0) return;
  const rows = await withRows<DayChange>(
    tx,
    days,
    moved,
    (given) => `insert into ${days} (account_id, rule, day, amount) select account_id, rule, day, amount from ${given}
      on conflict (account_id, rule, day) do update set amount = ${days}.amount + excluded.amount
      returning account_id as "accountId", rule, day::text as day, amount`,
  );
  const sums = new Map(rows.map((row) => [dayKey(row), row.amount]));
  const counted = new Map<string, number>();
  for (const change of moved) {
    const sum = sums.get(dayKey(change))!;
    const difference = cappedSum(sum, caps[change.rule]) - cappedSum(sum - change.amount, caps[change.rule]);
    counted.set(change.accountId, (counted.get(change.accountId) ?? 0) + difference);
  }
  // Sorted by account id, which is the order of row locks.
  const people = [...counted].map(([accountId, sum]) => ({ accountId, counted: sum }));
  const addition = `on conflict (account_id) do update set counted = ${totals}.counted + excluded.counted`;
  await insertRows(tx, totals, people, addition);
};
