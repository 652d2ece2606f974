import { describe, expect, it } from '@jest/globals';
import { cappedSum, defaultDailyCaps, earningRules, waysToEarnXp, xpAmounts } from './xp.js';

describe('XP', () => {
  it('has the amounts of the specification', () => {
    expect(xpAmounts).toEqual({
      'question-posted': 10,
      'question-approved': 15,
      'answer-given': 15,
      'boost-given': 5,
      'boost-received': 3,
      'podcast-published': 20,
    });
  });

  it('has a daily cap for every act but received boosts', () => {
    expect(earningRules.filter((rule) => defaultDailyCaps[rule] === null)).toEqual(['boost-received']);
    expect(defaultDailyCaps).toMatchObject({
      'boost-given': 500,
      'answer-given': 500,
      'question-posted': 200,
      'podcast-published': 200,
    });
  });

  it('counts the sum of a day up to the cap', () => {
    expect(cappedSum(0, 200)).toBe(0);
    expect(cappedSum(195, 200)).toBe(195);
    expect(cappedSum(200, 200)).toBe(200);
    expect(cappedSum(205, 200)).toBe(200);
  });

  it('counts in full without a cap', () => {
    expect(cappedSum(3000, null)).toBe(3000);
  });

  it('is explained by texts with the paid amounts', () => {
    expect(waysToEarnXp.map((way) => `${way.text}: ${way.reward}`)).toEqual([
      'Post a question: 10-15 XP',
      'Answer a question: 15 XP',
      'Boost content: 5 XP',
      'Receive a boost: 3 XP',
      'Create a podcast: 20 XP',
    ]);
  });

  it('is earned in ways that together name each earning rule once', () => {
    expect(waysToEarnXp.flatMap(({ rules }) => rules)).toEqual([...earningRules]);
  });
});
