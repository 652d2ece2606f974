import { Boosted, type EventData, Unboosted } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel } from '@hearsay/event-store';

type BoostFact = EventData<typeof Boosted>;

/** The newest event of each key: a batch touches a hot row once. */
const newestBy = (events: readonly AppendedEvent[], keyOf: (fact: BoostFact) => string): AppendedEvent<BoostFact>[] => {
  const newest = new Map<string, AppendedEvent<BoostFact>>();
  for (const event of events as readonly AppendedEvent<BoostFact>[]) newest.set(keyOf(event.data), event);
  return [...newest.values()];
};

/** Who boosted what, and how often each content was boosted. Every event carries the state after it. */
export const boostRows: ReadModel = {
  name: 'engagement.boosts',
  eventTypes: [Boosted.type, Unboosted.type],
  tables: ['boosts', 'counters'],
  async apply(tx, events) {
    const pairs = newestBy(events, (fact) => fact.boostId);
    await tx.query({
      name: 'write-boosts',
      text: `insert into boosts (boost_id, account_id, content_id, is_boosted, toggle, version)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::int[], $6::int[])
             on conflict (boost_id) do update set account_id = excluded.account_id, content_id = excluded.content_id,
               is_boosted = excluded.is_boosted, toggle = excluded.toggle, version = excluded.version`,
      values: [
        pairs.map((event) => event.data.boostId),
        pairs.map((event) => event.data.boosterId),
        pairs.map((event) => event.data.contentId),
        pairs.map((event) => event.type === Boosted.type),
        pairs.map((event) => event.data.toggle),
        pairs.map((event) => event.version),
      ],
    });
    const counters = newestBy(events, (fact) => fact.contentId);
    await tx.query({
      name: 'write-counters',
      text: `insert into counters (content_id, boosts, peak, revision)
             select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[])
             on conflict (content_id) do update set boosts = excluded.boosts, peak = excluded.peak, revision = excluded.revision
             where counters.revision < excluded.revision`,
      values: [
        counters.map((event) => event.data.contentId),
        counters.map((event) => event.data.boostCount),
        counters.map((event) => event.data.boostPeak),
        counters.map((event) => event.data.revision),
      ],
    });
  },
};
