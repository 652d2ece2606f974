import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { event, eventDefinitions } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { refuseNewerVersions, upcast, upcastVersion } from './upcasts.js';

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
}

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Fixture;
const files = readdirSync(folder).filter((file) => !file.startsWith('example.'));

/** Stands for an event that changed its shape twice; its schema of today is not needed here. */
const Moved = event('example', 'Moved', 'internal', eventDefinitions.get('Revealed')!.data, {
  1: ({ place, ...data }) => ({ ...data, from: null, to: place }),
  2: (data) => ({ ...data, isFar: data.to !== data.from }),
});
const examples = new Map([[Moved.type, Moved]]);

describe('upcasts', () => {
  it('lift an event of every old version to the newest, step by step', () => {
    expect(Moved.schemaVersion).toBe(3);
    for (const version of [1, 2, 3]) {
      const fixture = read(`example.Moved.${version}.json`);
      expect(fixture.schemaVersion).toBe(version);
      expect(upcast(fixture.type, version, fixture.data, examples)).toEqual({ id: 'm1', from: null, to: 'Oslo', isFar: true });
      expect(upcastVersion(fixture.type, version, examples)).toBe(3);
    }
  });

  it('leave unknown types and newer versions as they are', () => {
    const data = { anything: true };
    expect(upcast('FromTheFuture', 9, data)).toBe(data);
    expect(upcast('Moved', 4, data, examples)).toBe(data);
    expect(upcastVersion('Moved', 4, examples)).toBe(4);
  });

  it('refuse a version that this release does not know, for who would read it', () => {
    expect(() => refuseNewerVersions([{ type: 'Moved', schemaVersion: 4 }], examples)).toThrow('Moved has version 4');
    expect(() =>
      refuseNewerVersions(
        [
          { type: 'Moved', schemaVersion: 3 },
          { type: 'FromTheFuture', schemaVersion: 9 },
        ],
        examples,
      ),
    ).not.toThrow();
  });

  it('refuse a chain with a missing step', () => {
    const broken = new Map([['Moved', { schemaVersion: 3, upcasts: { 2: Moved.upcasts[2]! } }]]);
    expect(() => upcast('Moved', 1, {}, broken)).toThrow('Moved has no upcast from version 1');
  });
});

describe('frozen fixtures', () => {
  it('there is one of every version of every event', () => {
    const wanted = [...eventDefinitions.values()].flatMap(({ type, schemaVersion }) =>
      Array.from({ length: schemaVersion }, (_value, index) => `${type}.${index + 1}.json`),
    );
    expect(files.sort()).toEqual(wanted.sort());
  });

  it.each(files)('%s is read by the contract of today', (file) => {
    const { type, schemaVersion, data } = read(file);
    expect(file).toBe(`${type}.${schemaVersion}.json`);
    const lifted = upcast(type, schemaVersion, data);
    expect(eventDefinitions.get(type)!.data.parse(lifted)).toEqual(lifted);
  });
});
