import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventDefinitions } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { incompatibleChanges } from './changes.ts';
import { describeRelease, type Release, type Shape } from './shapes.ts';

const released = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/released.json'), 'utf8')) as Release;
const present = describeRelease('present');

describe('since the last release', () => {
  it('calls, events, frames, bodies and answers have changed only by optional fields', () => {
    expect(incompatibleChanges(released, present)).toEqual([]);
  });

  it('events are written only in versions that the last release can read', () => {
    const unread = [...eventDefinitions.values()]
      .filter(({ type, schemaVersion, versions }) => {
        const written = versions && !versions.writesNewest ? schemaVersion - 1 : schemaVersion;
        return written > (released.eventVersions[type] ?? written);
      })
      .map(({ type, schemaVersion }) => `${type} ${schemaVersion}: set writesNewest to false until the next release`);
    expect(unread).toEqual([]);
  });
});

describe('a description', () => {
  it('a description contains the calls, events, frames and live messages', () => {
    const names = ['call identity.register', 'answer identity.register', 'event Boosted', 'ServerFrame', 'LiveRoom'];
    expect(Object.keys(present.messages)).toEqual(expect.arrayContaining(names));
  });

  it('a description lists fields as required unless a reader fills them in', () => {
    const register = present.messages['call identity.register']!;
    expect(register.properties).toHaveProperty('founderToken');
    expect(register.required).toEqual(expect.arrayContaining(['username', 'password']));
    expect(register.required).not.toContain('founderToken');
  });
});

const text = { type: 'string' };
const number = { type: 'number' };
const object = (properties: Record<string, Shape>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const releaseOf = (messages: Record<string, Shape>, versions = 1): Release => ({
  release: 'of the test',
  eventVersions: { Sung: versions },
  messages,
  shared: { Card: object({ id: text }), WiderCard: object({ id: text, level: number }) },
});
const call = (shape: Shape) => ({ 'call a.b': shape });
const kinds = (...each: string[]) => ({ type: 'string', enum: each });

describe('a change', () => {
  it.each<[string, Shape, Shape, string]>([
    ['a lost field', object({ a: text, b: text }), object({ a: text }), 'call a.b.b is gone'],
    ['a new required field', object({ a: text }), object({ a: text, b: text }), 'call a.b.b is new and required'],
    ['a field that became required', object({ a: text }, []), object({ a: text }), 'call a.b.a is required now'],
    ['a field that became optional', object({ a: text }), object({ a: text }, []), 'call a.b.a is optional now'],
    ['another type', object({ a: text }), object({ a: number }), 'call a.b.a was string, and is number'],
    ['a lost value', kinds('x', 'y'), kinds('x'), 'call a.b has no value y'],
    ['values instead of any text', text, kinds('x'), 'call a.b has no value any value'],
    ['a lost variant', { anyOf: [text, { type: 'null' }] }, text, 'call a.b has no variant null'],
    ['a field in a list', { items: object({ a: text }) }, { items: object({}) }, 'call a.b[].a is gone'],
    [
      'a field of a record',
      { additionalProperties: object({ a: text }) },
      { additionalProperties: object({}) },
      'call a.b{}.a is gone',
    ],
    ['a field of a shared shape', { $ref: 'Card' }, { $ref: 'WiderCard' }, 'call a.b.level is new and required'],
    [
      'a field of one variant',
      { anyOf: [object({ type: kinds('x'), a: text }), object({ type: kinds('y') })] },
      { anyOf: [object({ type: kinds('x') }), object({ type: kinds('y') })] },
      'call a.b.a is gone',
    ],
  ])('a breaking change is found: %s', (_name, old, now, change) => {
    expect(incompatibleChanges(releaseOf(call(old)), releaseOf(call(now)))).toEqual([change]);
  });

  it.each<[string, Shape, Shape]>([
    ['a new optional field', object({ a: text }), object({ a: text, b: text }, ['a'])],
    ['a new field with a default', object({ a: text }), object({ a: text, b: { ...text, hasDefault: true } })],
    ['a new value', kinds('x'), kinds('x', 'y')],
    ['a new variant', text, { anyOf: [text, { type: 'null' }] }],
    ['a shape written out instead of a reference', { $ref: 'Card' }, object({ id: text })],
  ])('a compatible change is allowed: %s', (_name, old, now) => {
    expect(incompatibleChanges(releaseOf(call(old)), releaseOf(call(now)))).toEqual([]);
  });

  it('a missing call, event or frame is reported, a missing body is not', () => {
    const old = releaseOf({ ...call(text), 'event Sung': text, ServerFrame: text, LiveBell: text, ReadBody: text });
    expect(incompatibleChanges(old, releaseOf({}))).toEqual(
      ['call a.b', 'event Sung', 'ServerFrame', 'LiveBell'].map((name) => `${name} is gone`),
    );
  });

  it('an event may change in any way with a new version', () => {
    const [old, now] = [{ 'event Sung': object({ a: text }) }, { 'event Sung': object({ b: text }) }];
    expect(incompatibleChanges(releaseOf(old), releaseOf(now, 2))).toEqual([]);
    expect(incompatibleChanges(releaseOf(old), releaseOf(now))).toHaveLength(2);
  });
});
