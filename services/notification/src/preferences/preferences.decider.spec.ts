import { describe, expect, it } from '@jest/globals';
import { allOn, isSwitchedOff, preferencesOf, switched } from './preferences.decider.js';

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

const others = { questionBoosts: true, reposts: true, reveals: true };

describe('the switches of notifications', () => {
  it('are on until they are turned off, and a repeat changes nothing', () => {
    expect(preferencesOf(allOn)).toEqual({ ...others, newReplies: true });
    const off = switched(allOn, { newReplies: false }, at(1));
    expect(preferencesOf(off)).toEqual({ ...others, newReplies: false });
    expect(switched(off, { newReplies: false }, at(2))).toEqual(off);
    expect(switched(allOn, { newReplies: true }, at(2))).toEqual(allOn);
  });

  it('hide only acts from while they were off, also after they are on again', () => {
    const again = switched(switched(allOn, { newReplies: false }, at(1)), { newReplies: true }, at(5));
    const hidden = (kind: 'comment' | 'reply' | 'boost' | 'reveal', minute: number) =>
      isSwitchedOff(again, kind, at(minute));
    expect([0, 1, 4, 5, 6].map((minute) => hidden('comment', minute))).toEqual([false, true, true, false, false]);
    expect([hidden('reply', 3), hidden('boost', 3), hidden('reveal', 3)]).toEqual([true, false, false]);
  });

  it('that a row of an earlier release lacks are on, and can be turned', () => {
    const { reveals: _, ...earlier } = allOn;
    const off = switched(earlier as typeof allOn, { reveals: false }, at(1));
    expect(preferencesOf(off)).toEqual({ ...others, newReplies: true, reveals: false });
  });

  it('keep the newest times when they are turned very often', () => {
    let switches = allOn;
    for (let turn = 0; turn < 200; turn += 1)
      switches = switched(switches, { reposts: turn % 2 === 1 }, new Date(turn * 1000).toISOString());
    expect(switches.reposts).toHaveLength(50);
    expect(preferencesOf(switches).reposts).toBe(true);
    expect(isSwitchedOff(switches, 'repost', new Date(198_500).toISOString())).toBe(true);
  });
});
