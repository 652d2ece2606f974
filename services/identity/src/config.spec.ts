import { describe, expect, it } from '@jest/globals';
import { IdentityConfig } from './config.js';

const right = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  HEALTH_PORT: '0',
  DATABASE_URL: 'postgres://identity@127.0.0.1/identity',
  IDEMPOTENCY_SECRET: Buffer.alloc(32, 1).toString('base64'),
};

describe('the configuration', () => {
  it('the configuration folds the protected usernames', () => {
    const config = IdentityConfig.parse({ ...right, PROTECTED_USERNAMES: ' Ada, GRACE ,' });
    expect(config.PROTECTED_USERNAMES).toEqual(['ada', 'grace']);
  });
});
