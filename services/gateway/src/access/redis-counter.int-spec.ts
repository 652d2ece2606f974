import { randomBytes, randomUUID } from 'node:crypto';
import { CuttingProxy, eventually, startRedisSentinels } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { redisCounter } from './redis-counter.js';

const isCounting = ({ check }: ReturnType<typeof redisCounter>) =>
  check().then(
    () => true,
    () => false,
  );

it('after its connection falls silent, the Redis counter works again within seconds', async () => {
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

it('the Redis counter continues with the same counts after Sentinel has promoted a replica', async () => {
  const sentinels = await startRedisSentinels();
  const options = { url: sentinels.url, prefix: `${randomUUID()}:`, secret: randomBytes(32) };
  const counters = [redisCounter(options), redisCounter(options)];
  const [one, other] = counters.map(
    ({ count }) =>
      async () =>
        (await count('act', 1, 600_000)).used,
  );
  try {
    await Promise.all(counters.map((counter) => eventually('Redis counts', () => isCounting(counter))));
    expect([await one!(), await other!()]).toEqual([1, 2]);
    await sentinels.failOver();
    await Promise.all(counters.map((counter) => eventually('Redis counts again', () => isCounting(counter))));
    expect([await other!(), await one!()]).toEqual([3, 4]);
  } finally {
    for (const counter of counters) counter.stop();
    await sentinels.dispose();
  }
});
