import { Boosted, Unboosted } from '@hearsay/contracts';
import { type Projector, plainArray, type StoredEvent, type Transaction } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import { addToDays } from '../earned-days.js';
import { type AnonymousXp, checkLevels } from '../levels/level.sql.js';
import { type BoostDefinition, type BoostEntry, foldBoosts, movedBy } from './boost-entries.js';
import { lockStandingContents, markRemovedBoosts } from './removed-contents.projector.js';

interface BoostsOptions {
  readonly anonymousXp: AnonymousXp;
  readonly caps: DailyCaps;
  readonly wakeLevels: () => void;
}

/** Depends on boosts, days and caps alone, so it needs no events. Only a change of level becomes one. */
export const boostsProjector = ({ anonymousXp, caps, wakeLevels }: BoostsOptions): Projector<BoostDefinition> => ({
  kind: 'projector',
  name: 'boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  tables: ['boost_entries', 'boost_day_sums', 'boost_totals'],

  async apply(tx, events) {
    await lockStandingContents(tx, 'shared');
    const { known, removed } = await loadEntries(tx, events);
    const changed = foldBoosts(known, events, removed);
    await writeEntries(tx, known, changed);
    await addToDays(tx, { days: 'boost_day_sums', totals: 'boost_totals' }, movedBy(known, changed), caps);
  },

  async applied(tx, events) {
    await checkLevels(
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

  // A rebuild does not see removals that mark live boosts while it runs. `settle` applies those.
  shared: {
    lock: (tx) => lockStandingContents(tx, 'alone'),
    settle: (tx) => markRemovedBoosts(tx, caps, null),
  },
});

/** Most boosts are new, so both results are empty. */
const loadEntries = async (tx: Transaction, events: readonly StoredEvent<BoostDefinition>[]) => {
  const idsOf = (id: 'boostId' | 'contentId') => plainArray([...new Set(events.map(({ data }) => data[id]))]);
  const [entries, gone] = await Promise.all([
    tx.query<Omit<BoostEntry, 'givenAt'> & { givenAt: Date }>({
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
  const known = new Map(
    entries.rows.map(({ givenAt, ...entry }) => [entry.boostId, { ...entry, givenAt: givenAt.toISOString() }]),
  );
  return { known, removed: new Set(gone.rows.map(({ id }) => id)) };
};

const writeEntries = async (
  tx: Transaction,
  known: ReadonlyMap<string, BoostEntry>,
  changed: ReadonlyMap<string, BoostEntry>,
): Promise<void> => {
  const made = [...changed.values()].filter(({ boostId }) => !known.has(boostId));
  const moved = [...changed.values()].filter(({ boostId }) => known.has(boostId));
  if (made.length > 0) {
    await tx.query({
      name: 'make-boost-entries',
      text: `insert into boost_entries (boost_id, booster_id, owner_id, content_type, content_id, first_toggle, given_at, toggle, is_live,
               is_removed)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::int[], $7::timestamptz[], $8::int[], $9::boolean[],
               $10::boolean[])`,
      values: [
        plainArray(made.map(({ boostId }) => boostId)),
        plainArray(made.map(({ boosterId }) => boosterId)),
        plainArray(made.map(({ ownerId }) => ownerId)),
        plainArray(made.map(({ contentType }) => contentType)),
        plainArray(made.map(({ contentId }) => contentId)),
        plainArray(made.map(({ firstToggle }) => firstToggle)),
        plainArray(made.map(({ givenAt }) => givenAt)),
        plainArray(made.map(({ toggle }) => toggle)),
        plainArray(made.map(({ isLive }) => isLive)),
        plainArray(made.map(({ isRemoved }) => isRemoved)),
      ],
    });
  }
  if (moved.length > 0) {
    await tx.query({
      name: 'change-boost-entries',
      text: `update boost_entries set first_toggle = next.first_toggle, given_at = next.given_at, toggle = next.toggle, is_live = next.is_live
             from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::boolean[])
               as next (boost_id, first_toggle, given_at, toggle, is_live)
             where boost_entries.boost_id = next.boost_id`,
      values: [
        plainArray(moved.map(({ boostId }) => boostId)),
        plainArray(moved.map(({ firstToggle }) => firstToggle)),
        plainArray(moved.map(({ givenAt }) => givenAt)),
        plainArray(moved.map(({ toggle }) => toggle)),
        plainArray(moved.map(({ isLive }) => isLive)),
      ],
    });
  }
};
