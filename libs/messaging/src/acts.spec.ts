import { describe, expect, it } from '@jest/globals';
import { Acts } from './acts.js';

describe('acts', () => {
  it('end with the last answer, also if that is a refusal', async () => {
    const acts = new Acts();
    const told: boolean[] = [];
    acts.whenOver(() => told.push(acts.areUnderWay));
    let refuse: () => void = () => undefined;
    const first = Promise.resolve();
    const second = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('refused'));
    });
    acts.begin(first);
    acts.begin(second);
    await first;
    expect([acts.areUnderWay, told]).toEqual([true, []]);
    refuse();
    await expect(second).rejects.toThrow('refused');
    expect([acts.areUnderWay, told]).toEqual([false, [false]]);
  });
});
