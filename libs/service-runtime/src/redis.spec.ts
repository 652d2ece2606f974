import { describe, expect, it } from '@jest/globals';
import { redisUrl } from './config.js';
import { openRedis } from './redis.js';

const optionsOf = (url: string) => {
  const redis = openRedis(url, { lazyConnect: true });
  redis.disconnect();
  return redis.options;
};

describe('the address of Redis', () => {
  it('the address may contain Sentinels, the primary, a database and both passwords', () => {
    const url = 'redis+sentinel://jobs:a%2Fb@one:1,two/main/2?sentinelUsername=watch&sentinelPassword=c%26d';
    expect(optionsOf(url)).toMatchObject({
      sentinels: [
        { host: 'one', port: 1 },
        { host: 'two', port: 26379 },
      ],
      name: 'main',
      db: 2,
      username: 'jobs',
      password: 'a/b',
      sentinelUsername: 'watch',
      sentinelPassword: 'c&d',
    });
  });

  it('the address uses TLS for Sentinels and servers if it begins with rediss', () => {
    expect(optionsOf('rediss+sentinel://one:1/main')).toMatchObject({ tls: {}, enableTLSForSentinelMode: true });
    expect(optionsOf('redis+sentinel://one:1/main').tls).toBeUndefined();
  });

  it.each([
    'redis://one:1',
    'rediss://a:b@one:1/3',
    'redis+sentinel://one:1,two:2/main',
    'redis+sentinel://one/main/2',
  ])('may be %s', (url) => {
    expect(redisUrl.safeParse(url).error).toBeUndefined();
  });

  it.each([
    'redis+sentinel://one:1',
    'redis+sentinel://one:1,/main',
    'redis+sentinel://one:x/main',
    'redis+sentinel://a:b%@one:1/main',
    'redis+sentinel://one:1/main/two',
    'sentinel://one:1/main',
  ])('may not be %s', (url) => {
    expect(redisUrl.safeParse(url).success).toBe(false);
  });
});
