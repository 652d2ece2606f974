import { describe, expect, it } from '@jest/globals';
import { joinIntoArrays } from './json-arrays.js';

const items = (...values: unknown[]) => values.map((value) => ({ value, json: JSON.stringify(value) }));
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('joinIntoArrays', () => {
  it('an array keeps every item, in order, when all fit', () => {
    const { arrays, tooBig } = joinIntoArrays(items(1, 'two', { three: 3 }), { maxBytes: 1000 });
    expect(arrays.map(({ text }) => JSON.parse(text))).toEqual([[1, 'two', { three: 3 }]]);
    expect(tooBig).toEqual([]);
  });

  it('the next array begins before the byte limit, also with multi-byte characters', () => {
    for (const letter of ['a', 'ß', '…', '👂']) {
      const texts = Array.from({ length: 50 }, (_, index) => letter.repeat(1 + (index % 7)));
      for (const maxBytes of [40, 64, 100, 1000]) {
        const { arrays, tooBig } = joinIntoArrays(items(...texts), { maxBytes });
        for (const { text } of arrays) expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes);
        expect(arrays.flatMap(({ text }) => JSON.parse(text))).toEqual(texts);
        expect(tooBig).toEqual([]);
      }
    }
  });

  it('an array is filled to the last byte', () => {
    const { arrays } = joinIntoArrays(items('aaaa', 'bbbb'), { maxBytes: bytesOf('["aaaa","bbbb"]') + 1 });
    expect(arrays).toHaveLength(1);
  });

  it('the next array begins after the item limit', () => {
    const { arrays } = joinIntoArrays(items(1, 2, 3, 4, 5), { most: 2, maxBytes: 1000 });
    expect(arrays.map(({ text }) => JSON.parse(text))).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('an oversized item is returned alone, and all other items are joined', () => {
    const { arrays, tooBig } = joinIntoArrays(items('a', 'b'.repeat(100), 'c'), { maxBytes: 50 });
    expect(arrays.flatMap(({ text }) => JSON.parse(text))).toEqual(['a', 'c']);
    expect(tooBig.map(({ value }) => value)).toEqual(['b'.repeat(100)]);
  });

  it('no array is returned without items', () => {
    expect(joinIntoArrays([], { maxBytes: 50 })).toEqual({ arrays: [], tooBig: [] });
  });
});
