import { describe, expect, it } from '@jest/globals';
import { BatchedCache } from './batched-cache.js';

const cacheOf = (clock: () => number, maxEntries = 100) => {
  const questions: string[][] = [];
  const state = { isAway: false };
  const cache = new BatchedCache<string>({
    freshMs: 1000,
    maxEntries,
    clock: { now: clock },
    load: async (ids) => {
      questions.push([...ids]);
      if (state.isAway) throw new Error('away');
      return new Map(ids.filter((id) => id !== 'nobody').map((id) => [id, id.toUpperCase()]));
    },
  });
  return { cache, questions, state };
};

describe('a batched cache', () => {
  it('a batched cache loads all unknown keys in one call, and no key twice', async () => {
    const { cache, questions } = cacheOf(() => 1);
    const read = async (...ids: string[]) => [...(await cache.getMany(ids, 'c'))].flat().join('');
    expect(await read('a', 'b', 'a', 'nobody')).toBe('aAbB');
    expect(await read('b', 'c')).toBe('bBcC');
    expect(questions).toEqual([['a', 'b', 'nobody'], ['c']]);
  });

  it('a batched cache shares a request among concurrent callers', async () => {
    const { cache, questions } = cacheOf(() => 1);
    await Promise.all([cache.getMany(['a'], 'c'), cache.getMany(['a', 'b'], 'c')]);
    expect(questions).toEqual([['a'], ['b']]);
  });

  it('a batched cache loads a key again after its lifetime, `forget` or a failure', async () => {
    let now = 1;
    const { cache, questions, state } = cacheOf(() => now);
    await cache.getMany(['a'], 'c');
    now = 1002;
    state.isAway = true;
    await expect(cache.getMany(['a'], 'c')).rejects.toThrow('away');
    state.isAway = false;
    await cache.getMany(['a'], 'c');
    cache.forget('a');
    await cache.getMany(['a'], 'c');
    expect(questions).toHaveLength(4);
  });

  it('a batched cache keeps a limited number of values', async () => {
    const { cache, questions } = cacheOf(() => 1, 2);
    await cache.getMany(['a', 'b', 'c'], 'c');
    await cache.getMany(['a'], 'c');
    await cache.getMany(['c'], 'c');
    expect(questions).toEqual([['a', 'b', 'c'], ['a']]);
  });
});
