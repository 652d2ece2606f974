import { Boosted, Reposted, RepostRemoved, RepostRestored, Unboosted } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, insertRows, newestBy, type ReadModel, withArrays } from '@hearsay/event-store';
import { type CounterDefinition, counterEvents } from './counter.aggregates.js';

const contentOf = ({ data }: AppendedEvent<CounterDefinition>) => data.contentId;

const columns = { contentId: 'uuid', boosts: 'int', peak: 'int', revision: 'int' };
const rowOf = ({ data }: AppendedEvent<typeof Boosted | typeof Unboosted>) => ({
  contentId: data.contentId,
  boosts: data.boostCount,
  peak: data.boostPeak,
  revision: data.revision,
});

export const counterRows: ReadModel<CounterDefinition> = {
  name: 'engagement.counters',
  events: counterEvents,
  tables: ['counters'],
  async apply(tx, events) {
    const boosts = newestBy(eventsOf(events, Boosted, Unboosted), contentOf);
    const reposts = newestBy(eventsOf(events, Reposted, RepostRemoved, RepostRestored), contentOf);
    // Revision 1 marks a new row. An update of an existing row is much cheaper than an insert that conflicts.
    const begun = new Set(events.filter(({ data }) => data.revision === 1).map(contentOf));
    const made = boosts.filter((event) => begun.has(contentOf(event))).map(rowOf);
    const changed = boosts.filter((event) => !begun.has(contentOf(event))).map(rowOf);
    const reposted = reposts.map(({ data }) => {
      return { contentId: data.contentId, reposts: data.repostCount, revision: data.revision };
    });
    await Promise.all([
      // A command has already inserted the row to lock it. A rebuild has not.
      withArrays(tx, columns, made, insertBoosts),
      withArrays(tx, columns, changed, updateBoosts),
      // Runs after the boosts of the same batch, so it keeps the higher revision.
      insertRows(tx, 'counters', reposted, keepReposts),
    ]);
  },
};

const insertBoosts = (
  given: string,
) => `insert into counters (content_id, boosts, peak, revision) select * from ${given}
  on conflict (content_id) do update set boosts = excluded.boosts, peak = excluded.peak, revision = excluded.revision`;
const updateBoosts = (given: string) => `update counters
  set boosts = given.boosts, peak = given.peak, revision = given.revision
  from ${given} where counters.content_id = given.content_id`;
const keepReposts = `on conflict (content_id) do update
  set reposts = excluded.reposts, revision = greatest(counters.revision, excluded.revision)`;
