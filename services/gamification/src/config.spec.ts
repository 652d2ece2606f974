import { describe, expect, it } from '@jest/globals';
import { GamificationConfig } from './config.js';

const { DAILY_XP_CAPS: dailyCaps } = GamificationConfig.shape;

describe('daily caps', () => {
  it('daily caps keep their default for rules that the setting omits', () => {
    const caps = { 'boost-given': 20, 'question-posted': null, 'answer-given': 500, 'boost-received': null };
    expect(dailyCaps.parse('boost-given=20, question-posted=none')).toMatchObject(caps);
  });

  it('the error names each invalid item of the daily caps', () => {
    const parsed = dailyCaps.safeParse('boosts=20,boost-given=-1');
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
      'boosts=20 is not RULE=NUMBER or RULE=none',
      'boost-given=-1 is not RULE=NUMBER or RULE=none',
    ]);
  });
});
