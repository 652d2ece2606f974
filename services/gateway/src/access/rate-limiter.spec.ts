import { afterEach, describe, expect, it } from '@jest/globals';
import { type Limit, limitNames, limitPresets } from './limit-rules.js';
import { RateLimiter, type SharedCounter } from './rate-limiter.js';

const sharedCounter = (clock: () => number): SharedCounter & { calls: number; isAway: boolean } => {
  const windows = new Map<string, { used: number; endsAt: number }>();
  const count = Object.assign(
    async (key: string, want: number, windowMs: number) => {
      count.calls += 1;
      if (count.isAway) throw new Error('Redis is away');
      const known = windows.get(key);
      const window = known && known.endsAt > clock() ? known : { used: 0, endsAt: clock() + windowMs };
      windows.set(key, window);
      window.used += want;
      return { used: window.used, endsInMs: window.endsAt - clock() };
    },
    { calls: 0, isAway: false },
  );
  return count;
};

describe('rate limits', () => {
  let now = 1_000_000;
  const limiters: RateLimiter[] = [];
  const gateway = (count: number, shared: SharedCounter = sharedCounter(() => now)) => {
    const rules = { ...limitPresets.development, posts: { count, seconds: 60 } };
    const limiter = new RateLimiter(rules, shared, () => now);
    limiters.push(limiter);
    return limiter;
  };
  const passed = async (limiter: RateLimiter, times: number, subject = 'someone') => {
    const results = await Promise.allSettled(Array.from({ length: times }, () => limiter.take('posts', subject)));
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
  afterEach(() => {
    for (const limiter of limiters.splice(0)) limiter.stop();
  });

  it('calls above the limit are refused with the seconds to wait', async () => {
    const limiter = gateway(20);
    expect(await passed(limiter, 25)).toBe(20);
    now += 20_000;
    await expect(limiter.take('posts', 'someone')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfter: 40 },
    });
    expect(await passed(limiter, 1, 'another')).toBe(1);
    now += 40_001;
    expect(await passed(limiter, 1)).toBe(1);
  });

  it('the limit counts the acts at all gateways together', async () => {
    const shared = sharedCounter(() => now);
    const [one, two] = [gateway(10, shared), gateway(10, shared)];
    expect((await passed(one, 6)) + (await passed(two, 9))).toBe(10);
  });

  it('each fiftieth of a large limit but the first takes a call of the shared counter', async () => {
    const shared = sharedCounter(() => now);
    const limiter = gateway(50_000, shared);
    expect(await passed(limiter, 1000)).toBe(1000);
    expect(shared.calls).toBe(0);
    expect(limiter.windowState('posts', 'someone')).toMatchObject({ remaining: 49_000 });
    expect(await passed(limiter, 2000)).toBe(2000);
    expect(shared.calls).toBe(2);
    expect(limiter.windowState('posts', 'someone')).toMatchObject({ remaining: 47_000 });
  });

  it('a large limit can be exceeded only by the first lease of each other gateway', async () => {
    const shared = sharedCounter(() => now);
    const [one, two, three] = [1, 2, 3].map(() => gateway(100, shared));
    expect(await passed(one!, 200)).toBe(100);
    expect([await passed(two!, 200), await passed(three!, 200)]).toEqual([2, 2]);
    now += 60_001;
    // A gateway that has reported its first lease cannot exceed the limit.
    expect((await passed(one!, 60)) + (await passed(two!, 60))).toBe(100);
  });

  it('a gateway counts a large limit alone while the shared counter is down', async () => {
    const shared = sharedCounter(() => now);
    shared.isAway = true;
    const limiter = gateway(100, shared);
    expect(await passed(limiter, 150)).toBe(100);
    expect(shared.calls).toBe(1);
  });

  it('the shared counter is not called after all permits of the window are taken', async () => {
    const shared = sharedCounter(() => now);
    const limiter = gateway(1, shared);
    await passed(limiter, 500);
    expect(shared.calls).toBe(2);
  });

  it('the limit holds when the shared counter fails in the middle of a window', async () => {
    const shared = sharedCounter(() => now);
    const limiter = gateway(5, shared);
    expect(await passed(limiter, 3)).toBe(3);
    shared.isAway = true;
    expect(await passed(limiter, 4)).toBe(2);
    shared.isAway = false;
    expect(await passed(limiter, 1)).toBe(0);
    now += 60_001;
    expect(await passed(limiter, 6)).toBe(5);
  });

  it('a returned permit goes to the next caller of the same window', async () => {
    const limiter = gateway(1);
    for (let round = 0; round < 5; round += 1) (await limiter.borrow('posts', 'someone'))();
    const giveBack = await limiter.borrow('posts', 'someone');
    await expect(limiter.borrow('posts', 'someone')).rejects.toMatchObject({ code: 'rate_limited' });
    now += 60_001;
    expect(await passed(limiter, 1)).toBe(1);
    giveBack();
    expect(await passed(limiter, 1)).toBe(0);
  });

  /** Returns a borrowed permit while the call of another act to the shared counter is running. */
  const givenBackDuringALease = async (count: number, answer: 'answers' | 'fails') => {
    const shared = sharedCounter(() => now);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    let asked = 0;
    const limiter = gateway(count, async (...question) => {
      asked += 1;
      if (isHeld) await held;
      return shared(...question);
    });
    const giveBack = await limiter.borrow('posts', 'someone');
    isHeld = true;
    const taking = limiter.take('posts', 'someone');
    giveBack();
    shared.isAway = answer === 'fails';
    release();
    await taking;
    return { limiter, asked: () => asked };
  };

  it('permits that are returned during a call of the shared counter are kept', async () => {
    const { limiter, asked } = await givenBackDuringALease(2, 'answers');
    expect(limiter.windowState('posts', 'someone')).toMatchObject({ remaining: 1 });
    expect([await passed(limiter, 1), asked()]).toEqual([1, 2]);
    expect([await passed(limiter, 1), asked()]).toEqual([0, 3]);
  });

  it('returned permits are kept even if the shared counter has none left or fails', async () => {
    const spent = await givenBackDuringALease(1, 'answers');
    expect([await passed(spent.limiter, 2), spent.asked()]).toEqual([0, 2]);
    const alone = await givenBackDuringALease(3, 'fails');
    expect([await passed(alone.limiter, 4), alone.asked()]).toEqual([2, 2]);
  });

  it('if callers return their permits, the limit admits 500 concurrent callers', async () => {
    const shared = sharedCounter(() => now);
    const limiter = gateway(60, async (...question) => {
      await Promise.resolve();
      return shared(...question);
    });
    const borrowAndGiveBack = async () => {
      const giveBack = await limiter.borrow('posts', 'someone');
      giveBack();
    };
    await expect(Promise.all(Array.from({ length: 500 }, borrowAndGiveBack))).resolves.toHaveLength(500);
    expect(await passed(limiter, 70)).toBe(60);
  });
});

const perMinute = ({ count, seconds }: Limit) => (count * 60) / seconds;

describe('the limits of development', () => {
  it.each(limitNames)('the limit %s is higher than people and test suites need', (name) => {
    const { development, strict } = limitPresets;
    expect(perMinute(development[name])).toBeGreaterThanOrEqual(10_000);
    expect(perMinute(development[name])).toBeGreaterThanOrEqual(100 * perMinute(strict[name]));
  });
});
