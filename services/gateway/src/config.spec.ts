import { describe, expect, it } from '@jest/globals';
import { limitPresets } from './access/limit-rules.js';
import { GatewayConfig } from './config.js';

const environment = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://h:1',
  REDIS_URL: 'redis://h:1',
  MEDIA_URL: 'file:///media',
  HEALTH_PORT: '0',
  PORT: '1234',
  KNOWN_BROWSER_SECRET: Buffer.alloc(32, 5).toString('base64'),
};

describe('the configuration', () => {
  it('by default, limits are strict in production and generous elsewhere', () => {
    const { strict, development } = limitPresets;
    const limitsOf = (more: object) => GatewayConfig.parse({ ...environment, ...more }).limits;
    expect(limitsOf({})).toEqual(development);
    expect(limitsOf({ NODE_ENV: 'production' })).toEqual(strict);
    expect(limitsOf({ NODE_ENV: 'production', RATE_LIMITS: 'development' })).toEqual(development);
  });

  it('the configuration accepts a value for a single rule', () => {
    const { limits } = GatewayConfig.parse({ ...environment, RATE_LIMIT_LOGIN_NAME: '3/60' });
    expect(limits['login-name']).toEqual({ count: 3, seconds: 60 });
    expect(limits.login).toEqual(limitPresets.development.login);
  });

  it.each([
    ['https://hearsay.example', true],
    ['https://hearsay.example/', true],
    ['https://hearsay.example/community/', false],
  ])('the public address %s is accepted: %p, since it must be the root of a host', (PUBLIC_URL, isTaken) => {
    expect(GatewayConfig.safeParse({ ...environment, PUBLIC_URL }).success).toBe(isTaken);
  });

  it('the configuration lists all its errors at once', () => {
    const { error } = GatewayConfig.safeParse({ NODE_ENV: 'prod', RATE_LIMIT_POSTS: 'many', SOCKETS_PER_ACCOUNT: '0' });
    const missing = ['NATS_URL', 'REDIS_URL', 'MEDIA_URL', 'PORT', 'KNOWN_BROWSER_SECRET'];
    expect(error?.issues.map(({ path }) => path[0])).toEqual(
      expect.arrayContaining([...missing, 'NODE_ENV', 'RATE_LIMIT_POSTS', 'SOCKETS_PER_ACCOUNT']),
    );
  });
});
