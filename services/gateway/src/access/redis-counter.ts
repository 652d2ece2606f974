import { createHmac, createSecretKey } from 'node:crypto';
import { whenConnected } from '@hearsay/service-runtime';
import { Redis } from 'ioredis';
import type { SharedCounter } from './rate-limiter.js';

/** Adds and reads in one step; the first act of a window starts its clock. */
const countScript = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { used, left }`;

/** What ioredis says of a command that has met its timeout. */
const commandTimedOut = 'Command timed out';
/** How long Redis may take before this process counts for itself. */
const commandTimeoutMs = 300;
/** A connection that leaves commands unanswered for so long is closed and made again. */
const silentForMs = 2000;
/** How often a lost connection to Redis is tried again. */
const retryEveryMs = 500;

interface CountingRedis extends Redis {
  hearsayCount(key: string, want: number, windowMs: number): Promise<[number, number]>;
}

/**
 * The counter of all gateways, in Redis. Its keys are hashed, since a window’s end would tell when an account has
 * posted. It rejects at once while Redis is away.
 */
export const redisCounter = (options: {
  url: string;
  prefix: string;
  /** Makes the names of counters. */
  secret: Buffer;
}): { count: SharedCounter; check: () => Promise<void>; stop: () => void } => {
  const redis = new Redis(options.url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2000,
    socketTimeout: silentForMs,
    retryStrategy: () => retryEveryMs,
    reconnectOnError: () => false,
  });
  redis.defineCommand('hearsayCount', { numberOfKeys: 1, lua: countScript });
  // As an object: Node takes four times as long to make an HMAC with a key of bytes.
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
      await whenConnected(redis);
      // A command that is late while the connection stands is no refusal.
      await count('check', 1, 1000).catch((error: Error) => {
        if (redis.status !== 'ready' || error.message !== commandTimedOut) throw error;
      });
    },
    stop: () => redis.disconnect(),
  };
};
