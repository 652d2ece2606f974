import { LevelChanged, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';
import type { DailyCaps } from '../config.js';
import type { EntryDefinition, LedgerDefinition } from './ledger.states.js';

type EarnedEvent = AppendedEvent<typeof XpEarned>;
type EntryEvent = AppendedEvent<EntryDefinition>;

/**
 * Ledger rows, sums of the days, what the caps leave of them, and the level. The commands hold the accounts' locks, so a sum cannot
 * change between its reading and its writing. Other caps take effect for past days with a rebuild.
 */
export const ledgerRows = (caps: DailyCaps): ReadModel<LedgerDefinition> => ({
  name: 'gamification.ledger',
  events: [XpEarned, XpReversed, XpRestored, LevelChanged],
  tables: ['xp_entries', 'day_sums', 'progress'],
  async apply(tx, events) {
    const facts = eventsOf(events, XpEarned, XpReversed, XpRestored);
    await writeEntries(tx, facts);
    await writeProgress(tx, facts, eventsOf(events, LevelChanged), caps);
  },
});

/** What came of one entry in these events. */
interface EntryChange {
  readonly earned: EarnedEvent | undefined;
  readonly newest: EntryEvent;
}

interface BegunEntry extends EntryChange {
  readonly earned: EarnedEvent;
}

const isLive = ({ type }: EntryEvent): boolean => type !== XpReversed.type;
const because = ({ type, data }: EntryEvent): string | null => (type === XpReversed.type ? data.because : null);

const writeEntries = async (tx: Transaction, events: readonly EntryEvent[]): Promise<void> => {
  const changes = new Map<string, EntryChange>();
  for (const event of events) {
    const earned = event.type === XpEarned.type ? event : changes.get(event.data.entryId)?.earned;
    changes.set(event.data.entryId, { earned, newest: event });
  }
  const begun: BegunEntry[] = [];
  const known: EntryEvent[] = [];
  for (const { earned, newest } of changes.values()) {
    if (earned) begun.push({ earned, newest });
    else known.push(newest);
  }
  if (begun.length > 0) await insertEntries(tx, begun);
  if (known.length > 0) await updateEntries(tx, known);
};

const insertEntries = async (tx: Transaction, entries: readonly BegunEntry[]): Promise<void> => {
  await tx.query({
    name: 'insert-xp-entries',
    text: `insert into xp_entries
             (entry_id, account_id, rule, amount, day, content_type, content_id, created_at, is_live, reversed_because, toggle, version)
           select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::date[], $6::text[], $7::uuid[], $8::timestamptz[],
             $9::boolean[], $10::text[], $11::int[], $12::int[])`,
    values: [
      entries.map(({ earned }) => earned.data.entryId),
      entries.map(({ earned }) => earned.data.accountId),
      entries.map(({ earned }) => earned.data.rule),
      entries.map(({ earned }) => earned.data.amount),
      entries.map(({ earned }) => earned.data.day),
      entries.map(({ earned }) => earned.data.contentType),
      entries.map(({ earned }) => earned.data.contentId),
      entries.map(({ earned }) => earned.meta.occurredAt),
      entries.map(({ newest }) => isLive(newest)),
      entries.map(({ newest }) => because(newest)),
      entries.map(({ newest }) => newest.data.toggle ?? 0),
      entries.map(({ newest }) => newest.version),
    ],
  });
};

const updateEntries = async (tx: Transaction, newest: readonly EntryEvent[]): Promise<void> => {
  await tx.query({
    name: 'update-xp-entries',
    text: `update xp_entries set is_live = now.is_live, reversed_because = now.because, toggle = now.toggle, version = now.version
           from unnest($1::uuid[], $2::boolean[], $3::text[], $4::int[], $5::int[]) as now (entry_id, is_live, because, toggle, version)
           where xp_entries.entry_id = now.entry_id`,
    values: [
      newest.map(({ data }) => data.entryId),
      newest.map(isLive),
      newest.map(because),
      newest.map(({ data }) => data.toggle ?? 0),
      newest.map(({ version }) => version),
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
const writeProgress = async (
  tx: Transaction,
  events: readonly EntryEvent[],
  levels: readonly AppendedEvent<typeof LevelChanged>[],
  caps: DailyCaps,
): Promise<void> => {
  const changes = new Map<string, DayChange>();
  for (const { type, data } of events) {
    const key = `${data.accountId}/${data.rule}/${data.day}`;
    const change = changes.get(key) ?? { accountId: data.accountId, rule: data.rule, day: data.day, amount: 0 };
    change.amount += type === XpReversed.type ? -data.amount : data.amount;
    changes.set(key, change);
  }
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  const reached = [...new Map(levels.map(({ data }) => [data.accountId, data])).values()];
  await tx.query({
    name: 'write-progress',
    // least() passes over null, which is how "no cap" arrives.
    text: `with change as (
             select * from unnest($1::uuid[], $2::text[], $3::date[], $4::int[], $5::int[]) as c (account_id, rule, day, amount, cap)
           ), day_now as (
             insert into day_sums (account_id, rule, day, amount) select account_id, rule, day, amount from change
             on conflict (account_id, rule, day) do update set amount = day_sums.amount + excluded.amount
             returning account_id, rule, day, amount
           ), earned as (
             select account_id, sum(least(day_now.amount, cap) - least(day_now.amount - change.amount, cap)) as counted
             from day_now join change using (account_id, rule, day) group by account_id
           ), reached as (
             select * from unnest($6::uuid[], $7::int[], $8::int[]) as l (account_id, level, revision)
           )
           insert into progress (account_id, counted, level, revision)
           select account_id, coalesce(counted, 0), coalesce(level, $9), coalesce(revision, 0)
           from earned full join reached using (account_id)
           on conflict (account_id) do update set counted = progress.counted + excluded.counted,
             level = case when excluded.revision > progress.revision then excluded.level else progress.level end,
             revision = greatest(progress.revision, excluded.revision)`,
    values: [
      sorted.map((change) => change.accountId),
      sorted.map((change) => change.rule),
      sorted.map((change) => change.day),
      sorted.map((change) => change.amount),
      sorted.map((change) => caps[change.rule]),
      reached.map(({ accountId }) => accountId),
      reached.map(({ level }) => level),
      reached.map(({ revision }) => revision),
      lowestLevel,
    ],
  });
};
