import { describe, expect, it } from '@jest/globals';
import { ModerationConfig } from './config.js';

const right = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  HEALTH_PORT: '0',
  DATABASE_URL: 'postgres://127.0.0.1/moderation',
  IDEMPOTENCY_SECRET: Buffer.alloc(32, 1).toString('base64'),
  REDIS_URL: 'redis://127.0.0.1:6379',
};

describe('the configuration of moderation', () => {
  it('needs the Redis of the jobs, and has no key of sealed authors', () => {
    expect(ModerationConfig.parse({ ...right, SEALED_AUTHOR_KEYS: 'a key' })).not.toHaveProperty('SEALED_AUTHOR_KEYS');
    expect(ModerationConfig.safeParse({ ...right, REDIS_URL: undefined }).success).toBe(false);
  });
});
