import { describe, expect, it } from '@jest/globals';
import { floodObjectives, judgeFlood } from './load.ts';

const measured = (calm: number, flooded: number, peakMegabytes: number) => ({
  metrics: {
    'http_req_duration{act:boost-calm}': { values: { 'p(99)': calm } },
    'http_req_duration{act:boost-flooded}': { values: { 'p(99)': flooded } },
  },
  peakMegabytes,
  isFloodWhole: true,
});

describe('a flood of reads', () => {
  it('a flood passes if boosts take less than twice as long and memory stays small', () => {
    expect(judgeFlood(measured(10, 19.9, 399))).toMatchObject({ isReached: true });
  });

  it.each([
    ['boosts take twice their time', measured(10, 20, 100)],
    ['the gateway grows to 400 MB', measured(10, 10, 400)],
    ['nothing was measured', { ...measured(10, 10, 100), metrics: {} }],
    ['the memory of the gateway could not be read', measured(10, 10, Number.NaN)],
  ])('a flood fails if %s', (_, given) => {
    expect(judgeFlood(given).isReached).toBe(false);
  });

  it('boosts are "not measured" if the flood was incomplete', () => {
    const { isReached, lines } = judgeFlood({ ...measured(10, 10, 100), isFloodWhole: false });
    expect(isReached).toBe(false);
    expect(lines).toEqual(floodObjectives.map(({ says }) => `MISSED   ${says}: not measured`));
  });
});
