import { describe, expect, it } from '@jest/globals';
import { allSwitchesOn, applySwitchChanges, isSwitchedOff, preferencesOf } from './preferences.decider.js';

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

const others = { questionBoosts: true, reposts: true, reveals: true };

describe('the switches of notifications', () => {
  it('a switch is on until it is turned off, and a repeat changes nothing', () => {
    expect(preferencesOf(allSwitchesOn)).toEqual({ ...others, newReplies: true });
    const off = applySwitchChanges(allSwitchesOn, { newReplies: false }, at(1));
    expect(preferencesOf(off)).toEqual({ ...others, newReplies: false });
    expect(applySwitchChanges(off, { newReplies: false }, at(2))).toEqual(off);
    expect(applySwitchChanges(allSwitchesOn, { newReplies: true }, at(2))).toEqual(allSwitchesOn);
  });

  it('a switch hides only acts that happened while it was off, even when it is on again', () => {
    const again = applySwitchChanges(
      applySwitchChanges(allSwitchesOn, { newReplies: false }, at(1)),
      { newReplies: true },
      at(5),
    );
    const hidden = (kind: 'comment' | 'reply' | 'boost' | 'reveal', minute: number) =>
      isSwitchedOff(again, kind, at(minute));
    expect([0, 1, 4, 5, 6].map((minute) => hidden('comment', minute))).toEqual([false, true, true, false, false]);
    expect([hidden('reply', 3), hidden('boost', 3), hidden('reveal', 3)]).toEqual([true, false, false]);
  });

  it('a switch that a row of an earlier release lacks is on, and can be turned off', () => {
    const { reveals: _, ...earlier } = allSwitchesOn;
    const off = applySwitchChanges(earlier as typeof allSwitchesOn, { reveals: false }, at(1));
    expect(preferencesOf(off)).toEqual({ ...others, newReplies: true, reveals: false });
  });

  it('a switch that is turned very often keeps only its newest intervals', () => {
    let switches = allSwitchesOn;
    for (let turn = 0; turn < 200; turn += 1)
      switches = applySwitchChanges(switches, { reposts: turn % 2 === 1 }, new Date(turn * 1000).toISOString());
    expect(switches.reposts).toHaveLength(50);
    expect(preferencesOf(switches).reposts).toBe(true);
    expect(isSwitchedOff(switches, 'repost', new Date(198_500).toISOString())).toBe(true);
  });
});
