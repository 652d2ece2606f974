import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventDefinitions } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { refuseUnknownVersions, typedEvent } from './events.js';

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
}

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Fixture;
const files = readdirSync(folder);

describe('a version of an event', () => {
  const definitions = new Map([['Moved', { schemaVersion: 3 }]]);
  const refuse = (type: string, schemaVersion: number) => () =>
    refuseUnknownVersions([{ type, schemaVersion }], definitions);

  it.each([2, 4])('is refused when this release knows another: %i', (version) => {
    expect(refuse('Moved', version)).toThrow(`Moved has version ${version}, which this release does not know`);
  });

  it('passes when it is known, or its type is not', () => {
    expect(refuse('Moved', 3)).not.toThrow();
    expect(refuse('FromTheFuture', 9)).not.toThrow();
  });

  it('is refused where a decision folds its stream', () => {
    expect(() => typedEvent('Boosted', 99, {})).toThrow('Boosted has version 99');
  });
});

describe('frozen fixtures', () => {
  it('there is one of every event', () => {
    expect(files.sort()).toEqual(
      [...eventDefinitions.values()].map(({ type, schemaVersion }) => `${type}.${schemaVersion}.json`).sort(),
    );
  });

  it.each(files)('%s is read by the contract of today', (file) => {
    const { type, schemaVersion, data } = read(file);
    expect(file).toBe(`${type}.${schemaVersion}.json`);
    expect(eventDefinitions.get(type)!.data.parse(data)).toEqual(data);
  });
});
