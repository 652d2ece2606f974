import { Boosted, Reposted, RepostRemoved, RepostRestored, ThresholdApplied, Unboosted } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, insertRows, newestBy, type ReadModel, updateRows } from '@hearsay/event-store';
import { type CounterEventDefinition, counterEvents } from './counter.aggregates.js';

const contentOf = ({ data }: AppendedEvent<CounterEventDefinition>) => data.contentId;

const rowOf = ({ data }: AppendedEvent<typeof Boosted | typeof Unboosted>) => ({
  contentId: data.contentId,
  boosts: data.boostCount,
  peak: data.boostPeak,
  revision: data.revision,
});

export const counterRows: ReadModel<CounterEventDefinition> = {
  name: 'engagement.counters',
  events: counterEvents,
  tables: ['counters'],
  sendsAtOnce: true,
  async apply(tx, events) {
    const boosts = newestBy(eventsOf(events, Boosted, Unboosted), contentOf);
    const reposts = newestBy(eventsOf(events, Reposted, RepostRemoved, RepostRestored), contentOf);
    // An event with revision 1 needs a new row.
    // For later events, an update is much cheaper than an insert that conflicts.
    const begun = new Set(events.filter(({ data }) => data.revision === 1).map(contentOf));
    const made = boosts.filter((event) => begun.has(contentOf(event))).map(rowOf);
    const changed = boosts.filter((event) => !begun.has(contentOf(event))).map(rowOf);
    const reposted = reposts.map(({ data }) => {
      return { contentId: data.contentId, reposts: data.repostCount, revision: data.revision };
    });
    const applied = newestBy(eventsOf(events, ThresholdApplied), contentOf).map(({ data }) => {
      return { contentId: data.contentId, loweredTo: data.threshold, revision: data.revision };
    });
    // A command has already inserted the row in order to lock it. Only a rebuild finds no row.
    await insertRows(tx, 'counters', made, keepBoosts);
    await updateRows(tx, 'counters', 'content_id', changed);
    // A boost in the same batch may already have written a higher revision, so these statements keep the higher one.
    await insertRows(tx, 'counters', reposted, keepReposts);
    await insertRows(tx, 'counters', applied, keepThreshold);
  },
};

const keepBoosts = `on conflict (content_id) do update
  set boosts = excluded.boosts, peak = excluded.peak, revision = excluded.revision`;
const keepReposts = `on conflict (content_id) do update
  set reposts = excluded.reposts, revision = greatest(counters.revision, excluded.revision)`;
const keepThreshold = `on conflict (content_id) do update
  set lowered_to = excluded.lowered_to, revision = greatest(counters.revision, excluded.revision)`;
