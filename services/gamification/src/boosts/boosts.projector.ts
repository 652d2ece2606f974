import { Boosted, Unboosted } from '@hearsay/contracts';
import { insertRows, type Projector, type StoredEvent, type Transaction } from '@hearsay/event-store';
import { addToDaySums } from '../earned-days.js';
import { scheduleLevelChecks } from '../levels/level.sql.js';
import { type BoostEntry, type BoostEventDefinition, dayChangesOfBoosts, foldBoosts } from './boost-entries.js';
import { type BoostProjectorOptions, lockRemovals, markRemovedBoosts } from './removed-contents.projector.js';

const updateEntriesOnConflict = `order by boost_id on conflict (boost_id) do update
  set first_toggle = excluded.first_toggle, given_at = excluded.given_at, toggle = excluded.toggle, is_live = excluded.is_live`;

/** Boost XP has no events, because it follows from boosts, days and caps. Only a change of the level has an event. */
export const boostsProjector = ({
  anonymousXp,
  caps,
  wakeLevels,
}: BoostProjectorOptions): Projector<BoostEventDefinition> => ({
  kind: 'projector',
  name: 'boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  tables: ['boost_entries', 'boost_day_sums', 'boost_totals'],

  async apply(tx, events) {
    await lockRemovals(tx, 'shared');
    const { known, removed } = await loadEntries(tx, events);
    const changed = foldBoosts(known, events, removed);
    await insertRows(tx, 'boost_entries', [...changed.values()], updateEntriesOnConflict);
    await addToDaySums(
      tx,
      { days: 'boost_day_sums', totals: 'boost_totals' },
      dayChangesOfBoosts(known, changed),
      caps,
    );
  },

  async applied(tx, events) {
    await scheduleLevelChecks(
      tx,
      anonymousXp,
      events.flatMap(({ data, meta }) => {
        const { boosterId, owner } = data;
        const people = owner.accountId === null ? [boosterId] : [boosterId, owner.accountId];
        return people.map((accountId) => ({ accountId, at: meta.occurredAt }));
      }),
    );
    return wakeLevels;
  },

  // A removal during a rebuild marks only the live rows. `settle` then marks the rebuilt rows.
  shared: { lock: (tx) => lockRemovals(tx, 'alone'), settle: (tx) => markRemovedBoosts(tx, caps, null) },
});

const loadEntries = async (tx: Transaction, events: readonly StoredEvent<BoostEventDefinition>[]) => {
  const idsOf = (id: 'boostId' | 'contentId') => [...new Set(events.map(({ data }) => data[id]))];
  const [entries, gone] = await Promise.all([
    tx.query<BoostEntry>({
      name: 'read-boost-entries',
      text: `select boost_id as "boostId", booster_id as "boosterId", owner_id as "ownerId", content_type as "contentType",
               content_id as "contentId", first_toggle as "firstToggle", given_at as "givenAt", toggle, is_live as "isLive",
               is_removed as "isRemoved"
             from boost_entries where boost_id = any($1)`,
      values: [idsOf('boostId')],
    }),
    tx.query<{ id: string }>({
      name: 'which-contents-are-removed',
      text: 'select content_id as id from removed_contents where content_id = any($1) and is_removed',
      values: [idsOf('contentId')],
    }),
  ]);
  const known = new Map(entries.rows.map((entry) => [entry.boostId, entry]));
  return { known, removed: new Set(gone.rows.map(({ id }) => id)) };
};
