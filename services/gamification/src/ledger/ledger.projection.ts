import { LevelChanged, XpEarned, XpRestored, XpReversed } from '@hearsay/contracts';
import {
  type AppendedEvent,
  eventsOf,
  insertRows,
  newestBy,
  type ReadModel,
  type Transaction,
  upsertRows,
} from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import { addToDaySums } from '../earned-days.js';

export const ledgerRows = (
  caps: DailyCaps,
): ReadModel<typeof XpEarned | typeof XpReversed | typeof XpRestored | typeof LevelChanged> => ({
  name: 'gamification.ledger',
  events: [XpEarned, XpReversed, XpRestored, LevelChanged],
  tables: ['xp_entries', 'reversed_posts', 'day_sums', 'progress'],
  async apply(tx, events) {
    const earned = eventsOf(events, XpEarned);
    const reversedOrRestored = eventsOf(events, XpReversed, XpRestored);
    const entries = earned.map(({ data: { entryId, accountId, rule, amount, day, contentType, contentId }, meta }) => ({
      ...{ entryId, accountId, rule, amount, day, contentType, contentId },
      createdAt: meta.occurredAt,
    }));
    await insertRows(tx, 'xp_entries', entries);
    // All XP of a post is reversed together, so one row per post suffices. It is also the head of the post's stream.
    const reversals = reversedOrRestored.map(({ type, data: { contentId }, version }) => ({
      contentId,
      isReversed: type === XpReversed.type,
      version,
    }));
    await upsertRows(tx, { table: 'reversed_posts', key: ['contentId'] }, reversals);
    const changes = eventsOf(events, XpEarned, XpReversed, XpRestored).map(({ type, data }) =>
      type === XpReversed.type ? { ...data, amount: -data.amount } : data,
    );
    await addToDaySums(tx, { days: 'day_sums', totals: 'progress' }, changes, caps);
    await writeLevels(tx, eventsOf(events, LevelChanged));
  },
});

const writeLevels = (tx: Transaction, levels: readonly AppendedEvent<typeof LevelChanged>[]): Promise<void> => {
  const newest = newestBy(levels, ({ data }) => data.accountId).map(({ data: { accountId, level, revision } }) => ({
    accountId,
    counted: 0,
    level,
    revision,
  }));
  return insertRows(
    tx,
    'progress',
    newest,
    `order by account_id on conflict (account_id) do update set level = excluded.level, revision = excluded.revision
     where progress.revision < excluded.revision`,
  );
};
