import { createHmac, createSecretKey } from 'node:crypto';
import { openRedis, untilConnected } from '@hearsay/service-runtime';
import type { Redis } from 'ioredis';
import type { SharedCounter } from './rate-limiter.js';

const countScript = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { used, left }`;

const commandTimedOut = 'Command timed out';
const commandTimeoutMs = 300;
const silentForMs = 2000;
const retryEveryMs = 500;

interface CountingRedis extends Redis {
  hearsayCount(key: string, want: number, windowMs: number): Promise<[number, number]>;
}

/**
 * A shared counter in Redis. Hashes keys: a readable key, together with the end of its window, would reveal when an
 * account has posted. Rejects at once while Redis is away.
 */
export const redisCounter = (options: {
  url: string;
  prefix: string;
  secret: Buffer;
}): { count: SharedCounter; check: () => Promise<void>; stop: () => void } => {
  const redis = openRedis(options.url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2000,
    socketTimeout: silentForMs,
    retryStrategy: () => retryEveryMs,
  });
  redis.defineCommand('hearsayCount', { numberOfKeys: 1, lua: countScript });
  // With a raw key instead of an object, Node needs four times as long for an HMAC.
  const secret = createSecretKey(options.secret);
  const nameOf = (key: string) =>
    `${options.prefix}limit:${createHmac('sha256', secret).update(`limit|${key}`).digest('base64url')}`;
  redis.on('error', () => undefined);
  const count: SharedCounter = async (key, want, windowMs) => {
    const [used, endsInMs] = await (redis as CountingRedis).hearsayCount(nameOf(key), want, windowMs);
    return { used, endsInMs };
  };
  return {
    count,
    async check() {
      await untilConnected(redis);
      await count('check', 1, 1000).catch((error: Error) => {
        if (redis.status !== 'ready' || error.message !== commandTimedOut) throw error;
      });
    },
    stop: () => redis.disconnect(),
  };
};
