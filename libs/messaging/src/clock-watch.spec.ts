import { describe, expect, it } from '@jest/globals';
import { ClockWatch } from './clock-watch.js';

const now = 1_700_000_000_000;
const hour = 3_600_000;

describe('the clock of a caller', () => {
  it.each([
    ['the same', [0, 300, -900], []],
    ['a little off', [1500, -1500], []],
    ['an hour ahead, told once', [hour, hour, hour + 5], [hour]],
    ['nine seconds back, told once', [-9000, -9000], [-9000]],
    ['set right and off again', [hour, 0, hour], [hour, hour]],
  ])('that is %s', (_name, differences, expected) => {
    const told: number[] = [];
    const watch = new ClockWatch((_caller, aheadMs) => told.push(aheadMs));
    for (const difference of differences) watch.compare('gateway', now + difference, now);
    expect(told).toEqual(expected);
  });
});
