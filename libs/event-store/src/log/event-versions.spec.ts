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

describe('an event version', () => {
  const refuse = (type: string, schemaVersion: number) => () => refuseUnknownVersions([{ type, schemaVersion }]);

  it.each([0, 2])('is refused if this release knows another version: %i', (version) => {
    expect(refuse('Boosted', version)).toThrow(`Boosted has version ${version}, which this release does not know`);
  });

  it('passes if it is known or its type is unknown', () => {
    expect(refuse('Boosted', 1)).not.toThrow();
    expect(refuse('FromTheFuture', 9)).not.toThrow();
  });

  it('is refused when a decision folds its stream', () => {
    expect(() => typedEvent('Boosted', 99, {})).toThrow('Boosted has version 99');
  });
});

describe('frozen fixtures', () => {
  it('exist for every event', () => {
    expect(files.sort()).toEqual(
      [...eventDefinitions.values()].map(({ type, schemaVersion }) => `${type}.${schemaVersion}.json`).sort(),
    );
  });

  it.each(files)('can be read by today’s contract: %s', (file) => {
    const { type, schemaVersion, data } = read(file);
    expect(file).toBe(`${type}.${schemaVersion}.json`);
    expect(eventDefinitions.get(type)!.data.parse(data)).toEqual(data);
  });
});
