import { Boosted, type Unboosted } from '@hearsay/contracts';
import { type AppendedEvent, insertRows, newestBy, type ReadModel, updateRows } from '@hearsay/event-store';
import { boostAggregate } from './boost.decider.js';

type BoostDefinition = typeof Boosted | typeof Unboosted;

const pairOf = ({ data }: AppendedEvent<BoostDefinition>) => data.boostId;

const changesOf = ({ type, version, data: { boostId, toggle } }: AppendedEvent<BoostDefinition>) => {
  return { boostId, isBoosted: type === Boosted.type, toggle, version };
};
const rowOf = (event: AppendedEvent<BoostDefinition>) => {
  const { boosterId: accountId, contentId } = event.data;
  return { ...changesOf(event), accountId, contentId };
};

export const boostRows: ReadModel<BoostDefinition> = {
  name: 'engagement.boosts',
  events: boostAggregate.events,
  tables: ['boosts'],
  sendsAtOnce: true,
  async apply(tx, events) {
    // An event with version 1 needs a new row.
    // For later events, an update is much cheaper than an insert that conflicts.
    const begun = new Set(events.filter(({ version }) => version === 1).map(pairOf));
    const newest = newestBy(events, pairOf);
    const made = newest.filter((event) => begun.has(pairOf(event)));
    const changed = newest.filter((event) => !begun.has(pairOf(event)));
    await insertRows(tx, 'boosts', made.map(rowOf));
    await updateRows(tx, 'boosts', 'boost_id', changed.map(changesOf));
  },
};
