import { describe, expect, it } from '@jest/globals';
import { SizedCache } from './sized-cache.js';

const start = () => new SizedCache<{ bytes: number }>(100, ({ bytes }) => bytes);

describe('a cache that is bounded by size', () => {
  it('lets go what was not used for longest', () => {
    const cache = start();
    for (const key of ['a', 'b', 'c']) cache.put(key, { bytes: 30 });
    cache.get('a');
    cache.put('d', { bytes: 30 });
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd']);
    expect(cache.bytes).toBe(90);
  });

  it('counts a value that has grown by its new size, and keeps none that is larger than all of it', () => {
    const cache = start();
    const value = { bytes: 10 };
    cache.put('a', value);
    value.bytes = 60;
    cache.put('a', value);
    expect(cache.bytes).toBe(60);
    cache.put('b', { bytes: 101 });
    expect([cache.get('b'), cache.bytes]).toEqual([undefined, 60]);
    cache.delete('a');
    cache.delete('a');
    expect(cache.bytes).toBe(0);
  });
});
