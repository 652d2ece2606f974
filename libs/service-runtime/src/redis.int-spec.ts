import { startServers } from '@hearsay/infra/servers';
import { eventually, type RedisSentinels, startRedisSentinels } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { openRedis } from './redis.js';
import { ServerWatch } from './server-watch.js';
import { SweepQueue } from './sweep-queue.js';

describe('Redis behind Sentinel', () => {
  let sentinels: RedisSentinels;
  beforeAll(async () => {
    sentinels = await startRedisSentinels();
  });
  afterAll(() => sentinels.dispose());

  it('BullMQ jobs run again after the primary of Redis was killed', async () => {
    const log = createLogger({ service: 'of-the-test', level: 'silent' });
    const servers = new ServerWatch(log);
    let ran = 0;
    const queue = new SweepQueue({
      queue: 'of-the-test',
      redisUrl: sentinels.url,
      prefix: '',
      log,
      servers,
      sweep: async () => {
        ran += 1;
      },
    });
    const runsJob = async () => {
      const before = ran;
      await eventually('the queue takes a job', () => queue.add());
      await eventually('the job has run', () => ran > before);
    };
    await runsJob();
    await sentinels.failOver();
    await runsJob();
    await queue.stop();
    servers.stop();
  });
});

describe('a Redis that became a replica', () => {
  it('a client leaves a Redis that became a replica, at most once a second', async () => {
    const server = await startServers({ only: ['redis'] });
    const redis = openRedis(server.redisUrl, { retryStrategy: () => 50 });
    const admin = openRedis(server.redisUrl, {});
    let left = 0;
    redis.on('reconnecting', () => {
      left += 1;
    });
    await redis.set('key', 'value');
    await admin.replicaof('127.0.0.1', 1);
    await expect(redis.set('key', 'other')).rejects.toThrow('READONLY');
    await expect(redis.set('key', 'other')).rejects.toThrow('READONLY');
    await eventually('the connection was left once', () => left === 1);
    redis.disconnect();
    admin.disconnect();
    await server.stop();
  });
});
