import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import type { Projector, Transaction } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { upsertProjector } from '@hearsay/service-runtime';
import type { DailyCaps } from '../config.js';
import { addToDaySums } from '../earned-days.js';
import { type AnonymousXp, scheduleLevelChecks } from '../levels/level.sql.js';

export interface BoostProjectorOptions {
  readonly anonymousXp: AnonymousXp;
  readonly caps: DailyCaps;
  readonly wakeLevels: () => void;
}

type RemovalDefinition = typeof ContentRemoved | typeof ContentRestored;

/**
 * Boosts and removals arrive from two logs in any order. The projectors of both take this lock until their commit, so
 * that the later transaction sees the rows of the earlier one.
 */
export const lockRemovals = async (tx: Transaction, mode: 'shared' | 'alone'): Promise<void> => {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query({
    name: `lock-removals-${mode}`,
    text: `select ${lock}(hashtextextended('standing-contents', 0))`,
  });
};

/** Updates `is_removed` of boosts and the XP of owners. If `contentIds` is null, updates all content. */
export const markRemovedBoosts = async (
  tx: Transaction,
  caps: DailyCaps,
  contentIds: readonly string[] | null,
): Promise<void> => {
  const { rows } = await tx.query<{ accountId: string; day: string; boosts: number }>({
    name: contentIds === null ? 'mark-all-removed-boosts' : 'mark-removed-boosts',
    text: `with marked as (
             update boost_entries set is_removed = removed_contents.is_removed from removed_contents
             where ${contentIds === null ? '' : 'removed_contents.content_id = any($1::uuid[]) and '}boost_entries.content_id = removed_contents.content_id
               and owner_id is not null and boost_entries.is_removed <> removed_contents.is_removed
             returning owner_id, given_at, is_live, boost_entries.is_removed
           )
           select owner_id as "accountId", (given_at at time zone 'UTC')::date::text as day,
             sum(case when not is_live then 0 when is_removed then -1 else 1 end)::int as boosts
           from marked group by 1, 2`,
    values: contentIds === null ? [] : [contentIds],
  });
  const rule = 'boost-received';
  const changes = rows.map(({ boosts, ...day }) => ({ ...day, rule, amount: boosts * xpAmounts[rule] }) as const);
  await addToDaySums(tx, { days: 'boost_day_sums', totals: 'boost_totals' }, changes, caps);
};

/** While named content is removed, its boosts earn nothing for its owner. Boosters keep their XP. */
export const removedContentsProjector = ({
  anonymousXp,
  caps,
  wakeLevels,
}: BoostProjectorOptions): Projector<RemovalDefinition> =>
  upsertProjector<RemovalDefinition>({
    name: 'removed-contents',
    source: 'content',
    events: [ContentRemoved, ContentRestored],
    rows: [
      {
        table: 'removed_contents',
        key: ['contentId'],
        order: 'revision',
        rowOf: ({ type, data: { contentId, revision } }) => ({
          contentId,
          revision,
          isRemoved: type === ContentRemoved.type,
        }),
      },
    ],

    // Not in `apply`, because a rebuild also runs `apply`, and must not change rows of another projector.
    async applied(tx, events) {
      await lockRemovals(tx, 'alone');
      const contentIds = [...new Set(events.map(({ data }) => data.contentId))];
      await markRemovedBoosts(tx, caps, contentIds);
      const moved = events.flatMap(({ data, meta }) =>
        data.owner.accountId === null ? [] : [{ accountId: data.owner.accountId, at: meta.occurredAt }],
      );
      await scheduleLevelChecks(tx, anonymousXp, moved);
      return wakeLevels;
    },
  });
