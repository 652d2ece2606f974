import { Boosted, Reposted, RepostRemoved, RepostRestored, Unboosted } from '@hearsay/contracts';
import {
  type AppendedEvent,
  eventsOf,
  insertRows,
  newestBy,
  plainArray,
  type ReadModel,
  type Transaction,
} from '@hearsay/event-store';
import { type CounterDefinition, counterEvents } from './counter.aggregates.js';

type BoostEvent = AppendedEvent<typeof Boosted | typeof Unboosted>;
type RepostEvent = AppendedEvent<typeof Reposted | typeof RepostRemoved | typeof RepostRestored>;

const contentOf = (event: BoostEvent | RepostEvent) => event.data.contentId;
/** Revision 1 marks a new row. An update of an existing row is much cheaper than an insert that conflicts. */
const begunBy = (events: readonly AppendedEvent<CounterDefinition>[]) =>
  new Set(events.filter((event) => event.data.revision === 1).map(contentOf));

const boostColumns = (events: readonly BoostEvent[]) => [
  plainArray(events.map((event) => event.data.contentId)),
  plainArray(events.map((event) => event.data.boostCount)),
  plainArray(events.map((event) => event.data.boostPeak)),
  plainArray(events.map((event) => event.data.revision)),
];
const writeBoosts = async (
  tx: Transaction,
  events: readonly BoostEvent[],
  begun: ReadonlySet<string>,
): Promise<void> => {
  const made = events.filter((event) => begun.has(contentOf(event)));
  const changed = events.filter((event) => !begun.has(contentOf(event)));
  const making =
    made.length > 0 &&
    // In a running command the lock on the counter has already made the row.
    tx.query({
      name: 'make-counters-of-boosts',
      text: `insert into counters (content_id, boosts, peak, revision) select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[])
             on conflict (content_id) do update set boosts = excluded.boosts, peak = excluded.peak, revision = excluded.revision`,
      values: boostColumns(made),
    });
  const changing =
    changed.length > 0 &&
    tx.query({
      name: 'change-counters',
      text: `update counters set boosts = next.boosts, peak = next.peak, revision = next.revision
             from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) as next (content_id, boosts, peak, revision)
             where counters.content_id = next.content_id`,
      values: boostColumns(changed),
    });
  await Promise.all([making, changing]);
};

/** Runs after the boosts of the same batch and keeps the higher revision. */
const writeReposts = (tx: Transaction, events: readonly RepostEvent[]) =>
  insertRows(
    tx,
    'counters',
    events.map(({ data }) => ({ contentId: data.contentId, reposts: data.repostCount, revision: data.revision })),
    `on conflict (content_id) do update
     set reposts = excluded.reposts, revision = greatest(counters.revision, excluded.revision)`,
  );

export const counterRows: ReadModel<CounterDefinition> = {
  name: 'engagement.counters',
  events: counterEvents,
  tables: ['counters'],
  sendsAtOnce: true,
  async apply(tx, events) {
    const boosts = newestBy(eventsOf(events, Boosted, Unboosted), contentOf);
    const reposts = newestBy(eventsOf(events, Reposted, RepostRemoved, RepostRestored), contentOf);
    await Promise.all([boosts.length > 0 && writeBoosts(tx, boosts, begunBy(events)), writeReposts(tx, reposts)]);
  },
};
