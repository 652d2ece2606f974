import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FrameBudget } from '../live/live-socket.js';
import { BatchedCache } from '../read/batched-cache.js';
import type { Limit, LimitName } from './limit-rules.js';
import { RateLimiter } from './rate-limiter.js';
import { Sessions } from './sessions.js';

const windowMs = 10_000;
const session = { accountId: 'a', isAmbassador: false } as never;
/** Each function starts an interval. The returned function says whether the interval has ended. */
const intervals: Record<string, () => Promise<() => Promise<boolean>>> = {
  'a limit counted here alone': async () => {
    const rules = { asks: { count: 1, seconds: windowMs / 1000 } } as unknown as Record<LimitName, Limit>;
    const limiter = new RateLimiter(rules, () => Promise.reject(new Error('away')));
    const take = () =>
      limiter.take('asks' as LimitName, 'somebody').then(
        () => true,
        () => false,
      );
    expect([await take(), await take()]).toEqual([true, false]);
    limiter.stop();
    return take;
  },
  'the frames of a socket': async () => {
    const budget = new FrameBudget();
    for (let frames = 0; frames < 300; frames += 1) budget.take();
    expect(budget.take()).toBe(false);
    return async () => budget.take();
  },
  'the trust in a session': async () => {
    const sessions = new Sessions(async () => session);
    await sessions.find('token', 'c');
    expect(sessions.findCached('token')).toBe(session);
    return async () => sessions.findCached('token') === undefined;
  },
  'a value of a cache': async () => {
    let asked = 0;
    const load = async () => new Map([['a', ++asked]]);
    const cache = new BatchedCache<number>({ freshMs: windowMs, maxEntries: 10, load });
    await cache.getMany(['a'], 'c');
    return async () => (await cache.getMany(['a'], 'c')).get('a') === 2;
  },
};

describe.each([
  ['an hour back', -3_600_000],
  ['ten minutes back', -600_000],
  ['six seconds back', -6000],
  ['an hour ahead', 3_600_000],
])('a step of the machine’s clock by %s', (_step, ms) => {
  beforeEach(() => {
    jest.useFakeTimers();
    // lru-cache treats a start time of 0 as unset.
    jest.advanceTimersByTime(1);
  });
  afterEach(() => void jest.useRealTimers());

  it.each(Object.entries(intervals))('a step of the clock does not change the length of %s', async (_name, begin) => {
    const hasEnded = await begin();
    jest.setSystemTime(Date.now() + ms);
    jest.advanceTimersByTime(windowMs - 1000);
    expect(await hasEnded()).toBe(false);
    jest.advanceTimersByTime(1001);
    expect(await hasEnded()).toBe(true);
  });
});
