import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Boosted, definitionsOf, type EventDefinition, eventDefinitions, type Versions } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HaltingError } from '../runtime/failures.js';
import { boost, boostData } from '../suite/ledger.suite.js';
import { newEvent } from './events.js';
import { readingOfRelease, sessionName, storedForm, typedEvent, upcastEvents } from './versions.js';

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
}

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Fixture;
const files = readdirSync(folder);

/** `Boosted` as a later release may define it: version 2 renames a field, version 3 adds one. */
const boostedIn = (versions: Partial<Versions> = {}) =>
  definitionsOf('engagement').relayed(
    Boosted.type,
    {},
    {
      upcasts: [({ boosterId, ...data }) => ({ ...data, byId: boosterId }), (data) => ({ ...data, isLoud: false })],
      downcast: ({ isLoud: _, ...data }) => data,
      writesNewest: true,
      ...versions,
    },
  );
const playNextRelease = (definition = boostedIn()) => {
  const current = { ...Boosted };
  Object.assign(Boosted, definition);
  return () => Object.assign(Boosted, current);
};

describe('an event version', () => {
  const reading = (type: string, schemaVersion: number) => () => upcastEvents([{ type, schemaVersion, data: {} }]);

  it.each([0, 2])('an event version that this release does not know is refused: %i', (version) => {
    expect(reading('Boosted', version)).toThrow(
      new HaltingError(`Boosted has version ${version}, which this release does not know`),
    );
  });

  it('an event of the newest version or of an unknown type is not converted', () => {
    const events = [
      { type: 'Boosted', schemaVersion: 1, data: { boosterId: 'a' } },
      { type: 'FromTheFuture', schemaVersion: 9, data: {} },
    ];
    expect(upcastEvents(events)).toBe(events);
  });

  it('a command whose stream has an unknown event version is refused', () => {
    expect(() => typedEvent('Boosted', 99, {})).toThrow('Boosted has version 99');
  });
});

describe('a changed event', () => {
  let endRelease: () => void;
  beforeEach(() => {
    endRelease = playNextRelease();
  });
  afterEach(() => endRelease());

  it.each([
    [1, { boosterId: 'a' }],
    [2, { byId: 'a' }],
    [3, { byId: 'a', isLoud: false }],
  ])('is read in its newest version when it was stored in version %i', (schemaVersion, data) => {
    const newest = { byId: 'a', isLoud: false };
    const others = { type: 'Unboosted', schemaVersion: 1, data };
    expect(upcastEvents([others, { type: 'Boosted', schemaVersion, data }])).toEqual([
      others,
      { type: 'Boosted', schemaVersion: 3, data: newest },
    ]);
    expect(typedEvent('Boosted', schemaVersion, data)).toEqual({ type: 'Boosted', data: newest });
  });

  it('a changed event in a version of a newer release is refused', () => {
    expect(() => upcastEvents([{ type: 'Boosted', schemaVersion: 4, data: {} }])).toThrow(HaltingError);
  });

  const decided = { ...newEvent(Boosted, boostData('b', 'q', 1), { aggregate: boost, key: 'b' }) };
  const loud = { ...decided, data: { byId: 'a', isLoud: true } as never };

  it('a changed event is written in its newest version if every process reads it', () => {
    expect(storedForm(loud, true)).toEqual({ event: loud });
  });

  it('the version before is written if not every process can read the newest', () => {
    expect(storedForm(loud, false)).toEqual({
      event: { ...loud, data: { byId: 'a', isLoud: false } },
      stored: { schemaVersion: 2, data: { byId: 'a' } },
    });
  });

  it('the first release that can read the newest version writes the version before', () => {
    Object.assign(Boosted, boostedIn({ writesNewest: false }));
    expect(storedForm(loud, true).stored).toEqual({ schemaVersion: 2, data: { byId: 'a' } });
  });
});

describe('a release', () => {
  it('a release announces no versions while every event has version 1', () => {
    expect([readingOfRelease(), sessionName('content-pipeline')]).toEqual(['', 'content-pipeline']);
  });

  it('a release announces the versions that it reads in the names of its sessions', () => {
    const endRelease = playNextRelease();
    const name = sessionName('notification-pipeline');
    endRelease();
    expect(name).toMatch(/^notification-pipeline reads [0-9a-f]{12}$/);
    // PostgreSQL shortens longer names.
    expect(name.length).toBeLessThan(64);
  });
});

const newestIn = (definition: EventDefinition) => read(`${definition.type}.${definition.schemaVersion}.json`).data;

describe('frozen fixtures', () => {
  it('the frozen fixtures cover every version of every event', () => {
    expect(files.sort()).toEqual(
      [...eventDefinitions.values()]
        .flatMap(({ type, schemaVersion }) =>
          Array.from({ length: schemaVersion }, (_value, index) => `${type}.${index + 1}.json`),
        )
        .sort(),
    );
  });

  it.each(files)('today’s contract can read the frozen fixture %s', (file) => {
    const { type, schemaVersion, data } = read(file);
    expect(file).toBe(`${type}.${schemaVersion}.json`);
    const [event] = upcastEvents([{ type, schemaVersion, data }]);
    expect(eventDefinitions.get(type)!.data.parse(event!.data)).toEqual(event!.data);
  });

  it('a changed event can be written in the version before and read again', () => {
    for (const definition of [...eventDefinitions.values()].filter(({ versions }) => versions)) {
      const { type, schemaVersion, versions } = definition;
      const data = versions!.downcast(newestIn(definition));
      const [event] = upcastEvents([{ type, schemaVersion: schemaVersion - 1, data }]);
      expect(definition.data.parse(event!.data)).toEqual(event!.data);
    }
  });
});
