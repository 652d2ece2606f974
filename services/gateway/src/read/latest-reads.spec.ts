import { describe, expect, it } from '@jest/globals';
import { LatestReads } from './latest-reads.js';

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

describe('shared reads', () => {
  it('reads that are requested while a read runs are combined, and begin after it', async () => {
    const service = new Service();
    service.values.set('a', 1);
    const reads = new LatestReads(service.load);
    const early = reads.getOne('a');
    await turn();
    service.values.set('a', 2);
    const late = Array.from({ length: 100 }, (_, index) => reads.getOne(index % 2 ? 'a' : 'b'));
    await service.answer();
    expect(await early).toBe(1);
    await service.answer();
    expect(new Set(await Promise.all(late))).toEqual(new Set([2, undefined]));
    expect(service.asked).toEqual([['a'], ['b', 'a']]);
  });

  it('reads that are requested in one turn of the event loop are combined', async () => {
    const service = new Service();
    const reads = new LatestReads(service.load);
    const all = Promise.all([reads.getOne('a'), reads.getOne('a')]);
    await turn();
    await service.answer();
    await service.answer();
    await all;
    expect(service.asked.length).toBeLessThanOrEqual(2);
  });

  it('a batch of reads waits 10 ms after a large batch, but not after a small one', async () => {
    const service = new Service();
    const gathered: (() => void)[] = [];
    const reads = new LatestReads(service.load, (ms) => new Promise((end) => ms === 10 && gathered.push(() => end(0))));
    const callers = Array.from({ length: 8 }, () => reads.getOne('a'));
    await turn();
    await service.answer();
    await Promise.all(callers);
    const early = reads.getOne('early');
    await turn();
    expect(service.asked).toEqual([['a']]);
    const late = reads.getOne('late');
    gathered[0]!();
    await turn();
    expect(service.asked[1]).toEqual(['early', 'late']);
    await service.answer();
    await Promise.all([early, late]);
    void reads.getOne('b');
    await turn();
    expect(service.asked).toHaveLength(3);
  });

  it('a failed read fails only for its own callers', async () => {
    let isAway = true;
    const reads = new LatestReads<number>(async (keys) => {
      if (isAway) throw new Error('away');
      return new Map(keys.map((key) => [key, 1]));
    });
    await expect(reads.getOne('a')).rejects.toThrow('away');
    isAway = false;
    expect(await reads.getOne('a')).toBe(1);
  });

  it('a read that gets no answer delays later reads only for a short time', async () => {
    const reads = new LatestReads<number>((keys) =>
      keys.includes('a') ? new Promise(() => undefined) : Promise.resolve(new Map(keys.map((key) => [key, 1]))),
    );
    void reads.getOne('a');
    await turn();
    expect(await reads.getOne('b')).toBe(1);
  });
});
