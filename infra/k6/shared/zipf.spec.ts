import { describe, expect, it } from '@jest/globals';
import { zipf } from './zipf.ts';

describe('zipf', () => {
  it('`zipf` picks each item with the probability of its rank', () => {
    const pick = zipf(10);
    const picked = new Array<number>(10).fill(0);
    const draws = 29_290;
    for (let draw = 0; draw < draws; draw += 1) picked[pick(draw / draws)]! += 1;
    // The first item gets 1 / (1 + 1/2 + … + 1/10) of all draws, the tenth item a tenth of that.
    expect(picked[0]).toBeCloseTo(draws / 2.929, -2);
    expect(picked[9]).toBeCloseTo(draws / 29.29, -2);
    expect(picked).toEqual([...picked].sort((a, b) => b - a));
  });

  it('`zipf` picks no item beyond the first and the last', () => {
    const pick = zipf(3);
    expect(pick(0)).toBe(0);
    expect(pick(0.999999)).toBe(2);
  });
});
