import { randomBytes, randomUUID } from 'node:crypto';
import { CuttingProxy, eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { redisCounter } from './redis-counter.js';

it('counts in Redis again within seconds after a silent connection', async () => {
  const proxy = await CuttingProxy.start(process.env.TEST_REDIS_URL ?? '');
  const counter = redisCounter({ url: proxy.url, prefix: `${randomUUID()}:`, secret: randomBytes(32) });
  const used = () =>
    counter.count('act', 1, 600_000).then(
      (count) => count.used,
      () => undefined,
    );
  try {
    await eventually('Redis counts', async () => (await used()) !== undefined);
    proxy.swallowAll();
    expect(await used()).toBeUndefined();
    await eventually('Redis counts again', async () => (await used()) !== undefined, 60_000);
  } finally {
    counter.stop();
    await proxy.stop();
  }
});
