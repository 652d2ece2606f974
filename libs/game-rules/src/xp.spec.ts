import { describe, expect, it } from '@jest/globals';
import { cappedSum, defaultDailyCaps, earningRules, waysToEarnXp, xpAmounts } from './xp.js';

describe('XP', () => {
  it('each act earns the XP of the specification', () => {
    expect(xpAmounts).toEqual({
      'question-posted': 10,
      'question-approved': 15,
      'answer-given': 15,
      'boost-given': 5,
      'boost-received': 3,
      'podcast-published': 20,
    });
  });

  it('every act but received boosts has a daily cap', () => {
    expect(earningRules.filter((rule) => defaultDailyCaps[rule] === null)).toEqual(['boost-received']);
    expect(defaultDailyCaps).toMatchObject({
      'boost-given': 500,
      'answer-given': 500,
      'question-posted': 200,
      'podcast-published': 200,
    });
  });

  it('the sum of a day counts up to the cap', () => {
    expect(cappedSum(0, 200)).toBe(0);
    expect(cappedSum(195, 200)).toBe(195);
    expect(cappedSum(200, 200)).toBe(200);
    expect(cappedSum(205, 200)).toBe(200);
  });

  it('the whole sum of a day counts without a cap', () => {
    expect(cappedSum(3000, null)).toBe(3000);
  });

  it('the texts about XP contain the paid amounts', () => {
    expect(waysToEarnXp.map((way) => `${way.text}: ${way.reward}`)).toEqual([
      'Post a question: 10-15 XP',
      'Answer a question: 15 XP',
      'Boost content: 5 XP',
      'Receive a boost: 3 XP',
      'Create a podcast: 20 XP',
    ]);
  });

  it('the ways to earn XP together contain each earning rule once', () => {
    expect(waysToEarnXp.flatMap(({ rules }) => rules)).toEqual([...earningRules]);
  });
});
