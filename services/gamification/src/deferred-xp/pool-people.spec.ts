import { describe, expect, it } from '@jest/globals';
import { inPayments } from './pool-shares.js';

const withRows = (...counts: number[]) =>
  counts.map((count) => ({ waitingIds: Array.from({ length: count }, () => 'id') }));

describe('the payments of a pool', () => {
  it.each([
    ['nobody', [], []],
    ['as many people as one takes', [1, 1, 1], [[1, 1, 1]]],
    ['more people', [1, 1, 1, 1], [[1, 1, 1], [1]]],
    ['more rows', [6, 4, 1], [[6, 4], [1]]],
    ['somebody with more rows than one takes', [1, 25, 1], [[1], [25], [1]]],
  ])('of %s', (_name, rows, expected) => {
    const payments = [...inPayments(withRows(...rows), 3, 10)];
    expect(payments.map((people) => people.map(({ waitingIds }) => waitingIds.length))).toEqual(expected);
  });
});
