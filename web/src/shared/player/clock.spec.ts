import { describe, expect, it } from '@jest/globals';
import { clock } from './clock.ts';

describe('the time of a player', () => {
  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [59.999, '0:59'],
    [60, '1:00'],
    [754, '12:34'],
    [3600, '60:00'],
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('at %p seconds is %s', (seconds, shown) => {
    expect(clock(seconds)).toBe(shown);
  });
});
