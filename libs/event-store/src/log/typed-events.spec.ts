import { Boosted, LevelChanged, Unboosted } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Projector, Reactor } from '../consumers/consumer-definitions.js';
import type { AggregateDefinition, ReadModel } from '../pipeline/commands.js';
import { boost, boostData, counter } from '../suite/ledger.suite.js';
import { eventsOf, type NewEvent, newEvent } from './events.js';

const data = boostData('b', 'q', 1);
const levels: AggregateDefinition<number, typeof LevelChanged> = {
  name: 'level',
  events: [LevelChanged],
  load: () => Promise.resolve(new Map()),
  evolve: (_level, event) => event.data.level,
};
const everything: AggregateDefinition<number, typeof Boosted | typeof LevelChanged> = {
  name: 'everything',
  events: [Boosted, LevelChanged],
  load: () => Promise.resolve(new Map()),
  evolve: (level, event) => (event.type === LevelChanged.type ? event.data.level : level),
};

// The code after "@ts-expect-error" never runs. `tsc` fails if it compiles.
const doesNotCompile = (_work: () => unknown): void => undefined;

describe('an event of a decision', () => {
  it("an event has the type and data of its definition, and its aggregate's name", () => {
    const event = newEvent(Boosted, data, {
      aggregate: boost,
      key: 'b',
      touches: [{ aggregate: counter, key: 'q' }],
    });
    expect(event).toEqual({
      aggregate: 'boost',
      key: 'b',
      definition: Boosted,
      type: 'Boosted',
      data,
      touches: [{ aggregate: 'counter', key: 'q' }],
    });
  });

  it('an event does not compile with a missing, wrong or unknown field', () => {
    const envelope = { aggregate: boost, key: 'b' };
    const { toggle: _toggle, ...incomplete } = data;
    // @ts-expect-error: toggle is missing.
    doesNotCompile(() => newEvent(Boosted, incomplete, envelope));
    // @ts-expect-error: a number is no text.
    doesNotCompile(() => newEvent(Boosted, { ...data, boostCount: '1' }, envelope));
    // @ts-expect-error: this field is unknown.
    doesNotCompile(() => newEvent(Boosted, { ...data, colour: 'red' }, envelope));
    const target = { aggregate: everything, key: 'b' };
    // @ts-expect-error: one of two definitions needs other data.
    doesNotCompile(() => newEvent(data.toggle === 1 ? Boosted : LevelChanged, data, target));
    const fields = { aggregate: 'boost', key: 'b', definition: Boosted, type: Boosted.type, data };
    // @ts-expect-error: only newEvent makes events.
    doesNotCompile((): NewEvent => fields);
  });

  it('an event does not compile for an aggregate that does not know it', () => {
    // @ts-expect-error: the level aggregate does not know boosts.
    doesNotCompile(() => newEvent(Boosted, data, { aggregate: levels, key: 'a' }));
    doesNotCompile(() =>
      // @ts-expect-error: a touched aggregate must know the event too.
      newEvent(Boosted, data, {
        aggregate: boost,
        key: 'b',
        touches: [{ aggregate: levels, key: 'a' }],
      }),
    );
  });
});

describe('a reader of events', () => {
  it('a reader knows the data of an event after a check of its type', () => {
    const events = [
      { type: Boosted.type, data },
      { type: LevelChanged.type, data: { accountId: 'a', level: 2, previousLevel: 1, revision: 1 } },
    ] as const;
    expect(eventsOf(events, LevelChanged).map((event) => event.data.level)).toEqual([2]);
    expect(eventsOf(events, Boosted, LevelChanged)).toEqual(events);
    // @ts-expect-error: a boost has no level.
    doesNotCompile(() => eventsOf(events, Boosted).map((event) => event.data.level));
  });

  it('a reader does not compile with fields or events that it does not read', () => {
    const reactor: Reactor<typeof Boosted | typeof LevelChanged> = {
      kind: 'reactor',
      name: 'r',
      source: 's',
      events: [Boosted, LevelChanged],
      commands({ type, data: fact }) {
        // @ts-expect-error: a boost has no level, and the type is not checked yet.
        doesNotCompile(() => fact.level);
        if (type === LevelChanged.type) doesNotCompile(() => fact.level + 1);
        return [];
      },
    };
    const projector: Projector<typeof Boosted> = {
      kind: 'projector',
      name: 'c',
      source: 's',
      // @ts-expect-error: `apply` takes no `Unboosted`.
      events: [Unboosted],
      tables: [],
      apply: () => Promise.resolve(),
    };
    const projection: ReadModel<typeof Boosted> = {
      name: 'p',
      events: [Boosted],
      tables: [],
      // @ts-expect-error: an event has no colour.
      apply: async (_tx, events) => void events.map((event) => event.data.colour),
    };
    expect([reactor, projector, projection]).toHaveLength(3);
  });
});
