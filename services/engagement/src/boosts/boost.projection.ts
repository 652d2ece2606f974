import { Boosted, type Unboosted } from '@hearsay/contracts';
import { type AppendedEvent, newestBy, type ReadModel, withArrays } from '@hearsay/event-store';
import { boostAggregate } from './boost.decider.js';

type BoostDefinition = typeof Boosted | typeof Unboosted;

const pairOf = ({ data }: AppendedEvent<BoostDefinition>) => data.boostId;

const columns = {
  ...{ boostId: 'uuid', accountId: 'uuid', contentId: 'uuid' },
  ...{ isBoosted: 'boolean', toggle: 'int', version: 'int' },
};
const rowOf = ({ type, version, data: { boostId, boosterId, contentId, toggle } }: AppendedEvent<BoostDefinition>) => ({
  ...{ boostId, accountId: boosterId, contentId },
  ...{ isBoosted: type === Boosted.type, toggle, version },
});

export const boostRows: ReadModel<BoostDefinition> = {
  name: 'engagement.boosts',
  events: boostAggregate.events,
  tables: ['boosts'],
  async apply(tx, events) {
    // Version 1 marks a new row. An update of an existing row is much cheaper than an insert that conflicts.
    const begun = new Set(events.filter(({ version }) => version === 1).map(pairOf));
    const newest = newestBy(events, pairOf);
    const made = newest.filter((event) => begun.has(pairOf(event)));
    const changed = newest.filter((event) => !begun.has(pairOf(event)));
    await Promise.all([
      withArrays(tx, columns, made.map(rowOf), (given) => `insert into boosts select * from ${given}`),
      withArrays(
        tx,
        columns,
        changed.map(rowOf),
        (given) => `update boosts set is_boosted = given.is_boosted, toggle = given.toggle, version = given.version
                    from ${given} where boosts.boost_id = given.boost_id`,
      ),
    ]);
  },
};
