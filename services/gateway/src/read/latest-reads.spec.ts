import { describe, expect, it, jest } from '@jest/globals';
import { LatestReads } from './latest-reads.js';

/** A service that answers when the test wants it to, with what holds at that moment. */
class Service {
  readonly asked: string[][] = [];
  readonly values = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];

  readonly load = (keys: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    this.asked.push([...keys]);
    const held = new Map([...this.values].filter(([key]) => keys.includes(key)));
    return new Promise((resolve) => this.#waiting.push(() => resolve(held)));
  };

  async answer(): Promise<void> {
    this.#waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('reads that many want', () => {
  it('are asked in one question for all who come while another is under way, and never answered with old news', async () => {
    const service = new Service();
    service.values.set('a', 1);
    const reads = new LatestReads(service.load);
    const early = reads.one('a');
    await turn();
    service.values.set('a', 2);
    const late = Array.from({ length: 100 }, (_, index) => reads.one(index % 2 ? 'a' : 'b'));
    await service.answer();
    expect(await early).toBe(1);
    await service.answer();
    expect(new Set(await Promise.all(late))).toEqual(new Set([2, undefined]));
    expect(service.asked).toEqual([['a'], ['b', 'a']]);
  });

  it('of one turn go together, also the first', async () => {
    const service = new Service();
    const reads = new LatestReads(service.load);
    const all = Promise.all([reads.one('a'), reads.one('a')]);
    await turn();
    await service.answer();
    await service.answer();
    await all;
    expect(service.asked.length).toBeLessThanOrEqual(2);
  });

  it('gather behind a question of many, until as many wait as there were when it was answered', async () => {
    // The moment for which they gather does not pass by itself.
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const service = new Service();
      const reads = new LatestReads(service.load);
      void reads.one('first');
      await turn();
      const crowd = Array.from({ length: 8 }, () => reads.one('a'));
      await service.answer();
      expect(service.asked).toEqual([['first'], ['a']]);
      const early = reads.one('early');
      await service.answer();
      await Promise.all(crowd);
      // Eight were answered and one waits: nine.
      const others = Array.from({ length: 7 }, (_, index) => reads.one(`${index}`));
      await turn();
      expect(service.asked).toHaveLength(2);
      const last = reads.one('last');
      await turn();
      expect(service.asked.slice(2)).toEqual([['early', '0', '1', '2', '3', '4', '5', '6', 'last']]);
      await service.answer();
      await Promise.all([early, ...others, last]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('gather behind a question of many for a moment only, and behind one of few not at all', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const service = new Service();
      const reads = new LatestReads(service.load);
      void reads.one('first');
      await turn();
      const crowd = Array.from({ length: 8 }, () => reads.one('a'));
      await service.answer();
      await service.answer();
      await Promise.all(crowd);
      const alone = reads.one('b');
      await turn();
      expect(service.asked).toHaveLength(2);
      jest.advanceTimersByTime(10);
      await turn();
      expect(service.asked.slice(2)).toEqual([['b']]);
      await service.answer();
      await alone;
      void reads.one('c');
      await turn();
      expect(service.asked.slice(3)).toEqual([['c']]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('fail for those who asked, and for nobody after them', async () => {
    let isAway = true;
    const reads = new LatestReads<number>(async (keys) => {
      if (isAway) throw new Error('away');
      return new Map(keys.map((key) => [key, 1]));
    });
    await expect(reads.one('a')).rejects.toThrow('away');
    isAway = false;
    expect(await reads.one('a')).toBe(1);
  });

  it('do not wait for ever behind one that is not answered', async () => {
    jest.useFakeTimers();
    try {
      const asked: number[] = [];
      const reads = new LatestReads<number>((keys) => {
        asked.push(keys.length);
        return asked.length === 1
          ? new Promise(() => undefined)
          : Promise.resolve(new Map(keys.map((key) => [key, 1])));
      });
      void reads.one('a');
      await jest.advanceTimersByTimeAsync(1);
      const late = reads.one('b');
      await jest.advanceTimersByTimeAsync(60);
      expect(await late).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
