import { Boosted, type EventData, Unboosted } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel, Transaction } from '@hearsay/event-store';

type BoostDefinition = typeof Boosted | typeof Unboosted;
type BoostEvent = AppendedEvent<BoostDefinition>;
type BoostFact = EventData<BoostDefinition>;

/** The newest event of each key, so that a batch touches a hot row once. */
const newestBy = (events: readonly BoostEvent[], keyOf: (fact: BoostFact) => string): BoostEvent[] => {
  const newest = new Map<string, BoostEvent>();
  for (const event of events) newest.set(keyOf(event.data), event);
  return [...newest.values()];
};

/** Rows that exist are updated, which is much cheaper than to insert them in vain: number 1 says that a row is new. */
const splitByFirst = (
  events: readonly BoostEvent[],
  keyOf: (fact: BoostFact) => string,
  begun: ReadonlySet<string>,
): { readonly made: BoostEvent[]; readonly changed: BoostEvent[] } => {
  const made: BoostEvent[] = [];
  const changed: BoostEvent[] = [];
  for (const event of events) (begun.has(keyOf(event.data)) ? made : changed).push(event);
  return { made, changed };
};

const pairKey = (fact: BoostFact) => fact.boostId;
const contentOf = (fact: BoostFact) => fact.contentId;

const pairColumns = (events: readonly BoostEvent[]) => [
  events.map((event) => event.data.boostId),
  events.map((event) => event.data.boosterId),
  events.map((event) => event.data.contentId),
  events.map((event) => event.type === Boosted.type),
  events.map((event) => event.data.toggle),
  events.map((event) => event.version),
];

const counterColumns = (events: readonly BoostEvent[]) => [
  events.map((event) => event.data.contentId),
  events.map((event) => event.data.boostCount),
  events.map((event) => event.data.boostPeak),
  events.map((event) => event.data.revision),
];

const writePairs = async (tx: Transaction, events: readonly BoostEvent[]): Promise<void> => {
  const begun = new Set(events.filter((event) => event.version === 1).map((event) => event.data.boostId));
  const { made, changed } = splitByFirst(newestBy(events, pairKey), pairKey, begun);
  if (made.length > 0) {
    await tx.query({
      name: 'make-boosts',
      text: `insert into boosts (boost_id, account_id, content_id, is_boosted, toggle, version)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::int[], $6::int[])`,
      values: pairColumns(made),
    });
  }
  if (changed.length > 0) {
    const [ids, , , ...states] = pairColumns(changed);
    await tx.query({
      name: 'change-boosts',
      text: `update boosts set is_boosted = next.is_boosted, toggle = next.toggle, version = next.version
             from unnest($1::uuid[], $2::boolean[], $3::int[], $4::int[]) as next (boost_id, is_boosted, toggle, version)
             where boosts.boost_id = next.boost_id`,
      values: [ids, ...states],
    });
  }
};

const writeCounters = async (tx: Transaction, events: readonly BoostEvent[]): Promise<void> => {
  const begun = new Set(events.filter((event) => event.data.revision === 1).map((event) => event.data.contentId));
  const { made, changed } = splitByFirst(newestBy(events, contentOf), contentOf, begun);
  if (made.length > 0) {
    // While commands run, the lock on the counter has made its row already.
    await tx.query({
      name: 'make-counters-of-boosts',
      text: `insert into counters (content_id, boosts, peak, revision) select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[])
             on conflict (content_id) do update set boosts = excluded.boosts, peak = excluded.peak, revision = excluded.revision`,
      values: counterColumns(made),
    });
  }
  if (changed.length > 0) {
    await tx.query({
      name: 'change-counters',
      text: `update counters set boosts = next.boosts, peak = next.peak, revision = next.revision
             from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) as next (content_id, boosts, peak, revision)
             where counters.content_id = next.content_id`,
      values: counterColumns(changed),
    });
  }
};

/** Who boosted what, and how often each content was boosted. Every event carries the state after it. */
export const boostRows: ReadModel<BoostDefinition> = {
  name: 'engagement.boosts',
  events: [Boosted, Unboosted],
  tables: ['boosts', 'counters'],
  async apply(tx, events) {
    await writePairs(tx, events);
    await writeCounters(tx, events);
  },
};
