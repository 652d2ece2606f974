import { describe, expect, it } from '@jest/globals';
import { GamificationConfig } from './config.js';

const environment = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  HEALTH_PORT: '0',
  DATABASE_URL: 'postgres://127.0.0.1/gamification',
  IDEMPOTENCY_SECRET: Buffer.alloc(32).toString('base64'),
  SEALED_AUTHOR_KEYS: Buffer.alloc(32, 1).toString('base64'),
  SEALED_AUTHOR_TAG_KEY: Buffer.alloc(32, 2).toString('base64'),
  REDIS_URL: 'redis://127.0.0.1:6379',
};

describe('configuration', () => {
  it('keeps the default of every cap that is not named', () => {
    const { DAILY_XP_CAPS: caps } = GamificationConfig.parse({
      ...environment,
      DAILY_XP_CAPS: 'boost-given=20, question-posted=none',
    });
    expect(caps).toMatchObject({
      'boost-given': 20,
      'question-posted': null,
      'answer-given': 500,
      'boost-received': null,
    });
  });

  it('names every wrong cap', () => {
    const parsed = GamificationConfig.safeParse({ ...environment, DAILY_XP_CAPS: 'boosts=20,boost-given=-1' });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
      'boosts=20 is not RULE=NUMBER or RULE=none',
      'boost-given=-1 is not RULE=NUMBER or RULE=none',
    ]);
  });
});
