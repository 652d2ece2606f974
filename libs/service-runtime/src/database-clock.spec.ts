import type { Transaction } from '@hearsay/event-store';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DatabaseClock } from './database-clock.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A database whose clock is ahead of ours. A query and its answer take some milliseconds each. */
const databaseAhead = (aheadMs: number, [there, back] = [3, 5]) =>
  ({
    async query() {
      jest.setSystemTime(Date.now() + there);
      const at = Date.now() + aheadMs + 0.4;
      jest.setSystemTime(Date.now() + back);
      return { rows: [{ at }] };
    },
  }) as unknown as Transaction;

const start = () => {
  const lines: object[] = [];
  return { clock: new DatabaseClock({ warn: (details: object) => void lines.push(details) } as never), lines };
};

describe('the clock of the database', () => {
  it('nothing is corrected while both clocks agree, even with slow answers', async () => {
    const { clock, lines } = start();
    for (const times of [
      [0, 0],
      [300, 2],
      [1, 700],
    ] as [number, number][]) {
      await clock.measure(databaseAhead(0, times));
      expect(clock.now()).toBe(Date.now());
    }
    expect(lines).toEqual([]);
  });

  it.each([10_000, -10_000, 3_600_000])(
    'is followed if it is %s ms ahead, and the difference is logged once',
    async (ms) => {
      const { clock, lines } = start();
      for (let time = 0; time < 3; time += 1) await clock.measure(databaseAhead(ms));
      expect(Math.abs(clock.now() - Date.now() - ms)).toBeLessThan(5);
      expect(lines).toEqual([{ server: 'PostgreSQL', aheadSeconds: ms / 1000 }]);
    },
  );

  it("the database's clock is followed after a promotion or a jump of our own clock", async () => {
    const { clock } = start();
    await clock.measure(databaseAhead(10_000));
    await clock.measure(databaseAhead(-4000));
    expect(Math.abs(clock.now() - Date.now() + 4000)).toBeLessThan(5);
    jest.setSystemTime(Date.now() - 4000);
    await clock.measure(databaseAhead(0));
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5);
  });
});
