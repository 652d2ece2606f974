import { describe, expect, it } from '@jest/globals';
import { median, percentile, spreadOf } from './statistics.ts';

describe('statistics', () => {
  it('the median is the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it.each([
    [0, 1],
    [0.5, 5],
    [0.99, 10],
    [1, 10],
  ])('percentile %d of the numbers one to ten is %d', (p, expected) => {
    expect(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], p)).toBe(expected);
  });

  it('values are sorted as numbers, not as texts', () => {
    expect(spreadOf([100, 20, 3])).toEqual({ median: 20, lowest: 3, highest: 100 });
  });

  it('median and percentile reject an empty list', () => {
    expect(() => median([])).toThrow('No values');
    expect(() => percentile([], 0.5)).toThrow('No values');
  });
});
