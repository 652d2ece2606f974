import { describe, expect, it } from '@jest/globals';
import { ClockWatch } from './clock-watch.js';

const now = 1_700_000_000_000;
const hour = 3_600_000;

describe('the clock of a caller', () => {
  it.each([
    ['equal, never reported', [0, 300, -900], []],
    ['a little off, never reported', [1500, -1500], []],
    ['an hour ahead, reported once', [hour, hour, hour + 5], [hour]],
    ['nine seconds behind, reported once', [-9000, -9000], [-9000]],
    ['corrected and wrong again, reported twice', [hour, 0, hour], [hour, hour]],
  ])('is reported at each new difference of seconds: %s', (_name, differences, expected) => {
    const told: number[] = [];
    const watch = new ClockWatch((_caller, aheadMs) => told.push(aheadMs));
    for (const difference of differences) watch.compare('gateway', now + difference, now);
    expect(told).toEqual(expected);
  });
});
