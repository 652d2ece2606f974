import { describe, expect, it } from '@jest/globals';
import { judgeFlood } from './flood-verdict.ts';

const summary = (calm: number, flooded: number) => ({
  metrics: {
    'http_req_duration{act:boost-calm}': { values: { 'p(99)': calm } },
    'http_req_duration{act:boost-flooded}': { values: { 'p(99)': flooded } },
  },
});

describe('a flood of reads', () => {
  it('is withstood while boosts take less than twice their time and the gateway stays small', () => {
    expect(judgeFlood(summary(10, 19.9), 399)).toMatchObject({ isReached: true });
  });

  it.each([
    ['boosts take twice their time', summary(10, 20), 100],
    ['the gateway grows to 400 MB', summary(10, 10), 400],
    ['nothing was measured', { metrics: {} }, 100],
    ['the gateway was not there to be measured', summary(10, 10), Number.NaN],
  ])('is not withstood when %s', (_, measured, megabytes) => {
    expect(judgeFlood(measured, megabytes).isReached).toBe(false);
  });

  it.each(['boost_p99_ratio', 'gateway_memory'])('cannot be withstood when %s is asked for the impossible', (name) => {
    expect(judgeFlood(summary(10, 10), 100, name)).toMatchObject({
      isReached: false,
      lines: expect.arrayContaining([expect.stringMatching(/^MISSED/)]),
    });
  });
});
