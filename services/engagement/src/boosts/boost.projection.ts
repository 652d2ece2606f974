import { Boosted, Unboosted } from '@hearsay/contracts';
import { type AppendedEvent, newestBy, plainArray, type ReadModel, type Transaction } from '@hearsay/event-store';

type BoostDefinition = typeof Boosted | typeof Unboosted;
type BoostEvent = AppendedEvent<BoostDefinition>;

const pairOf = (event: BoostEvent) => event.data.boostId;

const pairColumns = (events: readonly BoostEvent[]) => [
  plainArray(events.map((event) => event.data.boostId)),
  plainArray(events.map((event) => event.data.boosterId)),
  plainArray(events.map((event) => event.data.contentId)),
  plainArray(events.map((event) => event.type === Boosted.type)),
  plainArray(events.map((event) => event.data.toggle)),
  plainArray(events.map((event) => event.version)),
];

const writePairs = async (tx: Transaction, events: readonly BoostEvent[]): Promise<void> => {
  // Version 1 marks a new row. An update of an existing row is much cheaper than an insert that conflicts.
  const begun = new Set(events.filter((event) => event.version === 1).map(pairOf));
  const newest = newestBy(events, pairOf);
  const made = newest.filter((event) => begun.has(pairOf(event)));
  const changed = newest.filter((event) => !begun.has(pairOf(event)));
  const making =
    made.length > 0 &&
    tx.query({
      name: 'make-boosts',
      text: `insert into boosts (boost_id, account_id, content_id, is_boosted, toggle, version)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::int[], $6::int[])`,
      values: pairColumns(made),
    });
  const [ids, , , ...states] = pairColumns(changed);
  const changing =
    changed.length > 0 &&
    tx.query({
      name: 'change-boosts',
      text: `update boosts set is_boosted = next.is_boosted, toggle = next.toggle, version = next.version
             from unnest($1::uuid[], $2::boolean[], $3::int[], $4::int[]) as next (boost_id, is_boosted, toggle, version)
             where boosts.boost_id = next.boost_id`,
      values: [ids, ...states],
    });
  await Promise.all([making, changing]);
};

export const boostRows: ReadModel<BoostDefinition> = {
  name: 'engagement.boosts',
  events: [Boosted, Unboosted],
  tables: ['boosts'],
  apply: writePairs,
  sendsAtOnce: true,
};
