import { Boosted, Reposted, RepostRemoved, RepostRestored, Unboosted } from '@hearsay/contracts';
import { newestBy, type Projector, plainArray, type StoredEvent, type Transaction } from '@hearsay/event-store';
import { refreshRanks } from './ranks.js';

type Counting = typeof Boosted | typeof Unboosted | typeof Reposted | typeof RepostRemoved | typeof RepostRestored;

/** Boosts and reposts of posts and replies, for order and sums alone; numbers on screen come from engagement. */
export const contentCountsProjector: Projector<Counting> = {
  kind: 'projector',
  name: 'content-counts',
  source: 'engagement',
  events: [Boosted, Unboosted, Reposted, RepostRemoved, RepostRestored],
  tables: ['content_counts'],
  async apply(tx, events) {
    await writeCounts(tx, 'boosts', newest(events.filter(isOfBoost)));
    await writeCounts(tx, 'reposts', newest(events.filter((event) => !isOfBoost(event))));
  },
  async applied(tx, events) {
    await refreshRanks(
      tx,
      events.filter(({ data }) => data.contentType !== 'discussion').map(({ data }) => data.contentId),
    );
    return () => undefined;
  },
};

const isOfBoost = (event: StoredEvent<Counting>) => event.type === Boosted.type || event.type === Unboosted.type;

const newest = (events: readonly StoredEvent<Counting>[]): StoredEvent<Counting>[] =>
  newestBy(
    events,
    ({ data }) => data.contentId,
    ({ data }) => data.revision,
  );

/** Both counts share the revisions of one counter, so each keeps the one that it was written with. */
const writeCounts = async (
  tx: Transaction,
  column: 'boosts' | 'reposts',
  events: readonly StoredEvent<Counting>[],
): Promise<void> => {
  if (events.length === 0) return;
  await tx.query({
    name: `write-${column}`,
    text: `insert into content_counts (content_id, ${column}, ${column}_revision) select * from unnest($1::uuid[], $2::int[], $3::int[])
           on conflict (content_id) do update set ${column} = excluded.${column}, ${column}_revision = excluded.${column}_revision
           where content_counts.${column}_revision < excluded.${column}_revision`,
    values: [
      plainArray(events.map(({ data }) => data.contentId)),
      plainArray(events.map(({ data }) => ('boostCount' in data ? data.boostCount : data.repostCount))),
      plainArray(events.map(({ data }) => data.revision)),
    ],
  });
};
