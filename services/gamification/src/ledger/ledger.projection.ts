import { LevelChanged, XpEarned, XpRestored, XpReversed } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import { addToDays } from '../earned-days.js';

/** Entries of named posts and grants, sums of their days, what the caps leave of them, and the level that was announced last. */
export const ledgerRows = (
  caps: DailyCaps,
): ReadModel<typeof XpEarned | typeof XpReversed | typeof XpRestored | typeof LevelChanged> => ({
  name: 'gamification.ledger',
  events: [XpEarned, XpReversed, XpRestored, LevelChanged],
  tables: ['xp_entries', 'reversed_posts', 'day_sums', 'progress'],
  async apply(tx, events) {
    const earned = eventsOf(events, XpEarned);
    const turned = eventsOf(events, XpReversed, XpRestored);
    const levels = eventsOf(events, LevelChanged);
    if (earned.length > 0) await insertEntries(tx, earned);
    if (turned.length > 0) await writeReversals(tx, turned);
    const changes = eventsOf(events, XpEarned, XpReversed, XpRestored).map(({ type, data }) =>
      type === XpReversed.type ? { ...data, amount: -data.amount } : data,
    );
    await addToDays(tx, { days: 'day_sums', totals: 'progress' }, changes, caps);
    if (levels.length > 0) await writeLevels(tx, levels);
  },
});

const insertEntries = async (tx: Transaction, earned: readonly AppendedEvent<typeof XpEarned>[]): Promise<void> => {
  await tx.query({
    name: 'insert-xp-entries',
    text: `insert into xp_entries (entry_id, account_id, rule, amount, day, content_type, content_id, created_at)
           select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::date[], $6::text[], $7::uuid[], $8::timestamptz[])`,
    values: [
      earned.map(({ data }) => data.entryId),
      earned.map(({ data }) => data.accountId),
      earned.map(({ data }) => data.rule),
      earned.map(({ data }) => data.amount),
      earned.map(({ data }) => data.day),
      earned.map(({ data }) => data.contentType),
      earned.map(({ data }) => data.contentId),
      earned.map(({ meta }) => meta.occurredAt),
    ],
  });
};

/** Content is reversed as a whole, and its row is the head of its stream. */
const writeReversals = async (
  tx: Transaction,
  turned: readonly AppendedEvent<typeof XpReversed | typeof XpRestored>[],
): Promise<void> => {
  const last = [...new Map(turned.map((event) => [event.data.contentId, event])).values()];
  await tx.query({
    name: 'write-reversals',
    text: `insert into reversed_posts (content_id, is_reversed, version) select * from unnest($1::uuid[], $2::boolean[], $3::int[])
           on conflict (content_id) do update set is_reversed = excluded.is_reversed, version = excluded.version`,
    values: [
      last.map(({ data }) => data.contentId),
      last.map(({ type }) => type === XpReversed.type),
      last.map(({ version }) => version),
    ],
  });
};

const writeLevels = async (tx: Transaction, levels: readonly AppendedEvent<typeof LevelChanged>[]): Promise<void> => {
  const newest = [...new Map(levels.map(({ data }) => [data.accountId, data])).values()];
  await tx.query({
    name: 'write-levels',
    text: `insert into progress (account_id, counted, level, revision)
           select account_id, 0, level, revision from unnest($1::uuid[], $2::int[], $3::int[]) as l (account_id, level, revision) order by 1
           on conflict (account_id) do update set level = excluded.level, revision = excluded.revision
           where progress.revision < excluded.revision`,
    values: [
      newest.map(({ accountId }) => accountId),
      newest.map(({ level }) => level),
      newest.map(({ revision }) => revision),
    ],
  });
};
