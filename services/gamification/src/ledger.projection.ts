import { type EventData, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel, Transaction } from '@hearsay/event-store';
import type { DailyCaps } from './config.js';

type Earned = EventData<typeof XpEarned>;
type Reversed = EventData<typeof XpReversed>;

/**
 * Ledger rows, sums of the days and what the caps leave of them. The commands hold the accounts' locks, so a sum cannot
 * change between its reading and its writing. Other caps take effect for past days with a rebuild.
 */
export const ledgerRows = (caps: DailyCaps): ReadModel => ({
  name: 'gamification.ledger',
  eventTypes: [XpEarned.type, XpReversed.type, XpRestored.type],
  tables: ['xp_entries', 'day_sums', 'progress'],
  async apply(tx, events) {
    await insertEntries(tx, events.filter((event) => event.type === XpEarned.type) as unknown as AppendedEvent<Earned>[]);
    await updateEntries(tx, events.filter((event) => event.type !== XpEarned.type) as unknown as AppendedEvent<Reversed>[]);
    await addToDays(tx, events as unknown as AppendedEvent<Reversed>[], caps);
  },
});

const insertEntries = async (tx: Transaction, events: readonly AppendedEvent<Earned>[]): Promise<void> => {
  if (events.length === 0) return;
  await tx.query({
    name: 'insert-xp-entries',
    text: `insert into xp_entries (entry_id, account_id, rule, amount, day, content_type, content_id, is_live, created_at)
           select e.entry_id, e.account_id, e.rule, e.amount, e.day, e.content_type, e.content_id, true, e.created_at
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::date[], $6::text[], $7::uuid[], $8::timestamptz[])
             as e (entry_id, account_id, rule, amount, day, content_type, content_id, created_at)`,
    values: [
      events.map(({ data }) => data.entryId),
      events.map(({ data }) => data.accountId),
      events.map(({ data }) => data.rule),
      events.map(({ data }) => data.amount),
      events.map(({ data }) => data.day),
      events.map(({ data }) => data.contentType),
      events.map(({ data }) => data.contentId),
      events.map(({ meta }) => meta.occurredAt),
    ],
  });
};

const updateEntries = async (tx: Transaction, events: readonly AppendedEvent<Reversed>[]): Promise<void> => {
  if (events.length === 0) return;
  const newest = [...new Map(events.map((event) => [event.data.entryId, event])).values()];
  await tx.query({
    name: 'update-xp-entries',
    text: `update xp_entries set is_live = now.is_live, reversed_because = now.because
           from unnest($1::uuid[], $2::boolean[], $3::text[]) as now (entry_id, is_live, because)
           where xp_entries.entry_id = now.entry_id`,
    values: [
      newest.map(({ data }) => data.entryId),
      newest.map(({ type }) => type === XpRestored.type),
      newest.map(({ data }) => data.because ?? null),
    ],
  });
};

interface DayChange {
  readonly accountId: string;
  readonly rule: XpRule;
  readonly day: string;
  amount: number;
}

/** Adds up the events of each (account, rule, day); the total of an account moves by what its capped days move. */
const addToDays = async (tx: Transaction, events: readonly AppendedEvent<Reversed>[], caps: DailyCaps): Promise<void> => {
  const changes = new Map<string, DayChange>();
  for (const { type, data } of events) {
    const key = `${data.accountId}/${data.rule}/${data.day}`;
    const change = changes.get(key) ?? { accountId: data.accountId, rule: data.rule, day: data.day, amount: 0 };
    change.amount += type === XpReversed.type ? -data.amount : data.amount;
    changes.set(key, change);
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  await tx.query({
    name: 'add-to-days',
    // least() passes over null, which is how "no cap" arrives.
    text: `with change as (
             select * from unnest($1::uuid[], $2::text[], $3::date[], $4::int[], $5::int[]) as c (account_id, rule, day, amount, cap)
           ), day_now as (
             insert into day_sums (account_id, rule, day, amount) select account_id, rule, day, amount from change
             on conflict (account_id, rule, day) do update set amount = day_sums.amount + excluded.amount
             returning account_id, rule, day, amount
           )
           insert into progress (account_id, counted)
           select account_id, sum(least(day_now.amount, cap) - least(day_now.amount - change.amount, cap))
           from day_now join change using (account_id, rule, day) group by account_id
           on conflict (account_id) do update set counted = progress.counted + excluded.counted`,
    values: [
      sorted.map((change) => change.accountId),
      sorted.map((change) => change.rule),
      sorted.map((change) => change.day),
      sorted.map((change) => change.amount),
      sorted.map((change) => caps[change.rule]),
    ],
  });
};
