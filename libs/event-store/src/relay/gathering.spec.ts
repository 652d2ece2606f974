import { describe, expect, it } from '@jest/globals';
import { Gathering } from './gathering.js';

describe('gathering', () => {
  it('lets go at once what comes after silence', () => {
    const gathering = new Gathering();
    expect(gathering.next(1000, 1000)).toBe(0);
    expect(gathering.next(40, 41)).toBe(0);
  });

  it('takes longer while more keeps coming, up to a bound', () => {
    const gathering = new Gathering();
    expect([1, 2, 3, 4, 5].map(() => gathering.next(5, 6))).toEqual([19, 44, 94, 94, 94]);
  });

  it('does not wait when the look itself took as long', () => {
    const gathering = new Gathering();
    expect(gathering.next(0, 30)).toBe(0);
    expect(gathering.next(0, 70)).toBe(0);
  });

  it('begins anew after silence', () => {
    const gathering = new Gathering();
    for (let times = 0; times < 5; times += 1) gathering.next(0, 0);
    expect(gathering.next(151, 152)).toBe(0);
    expect(gathering.next(5, 5)).toBe(20);
  });
});
