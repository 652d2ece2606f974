import { Redis, type RedisOptions } from 'ioredis';

const sentinelPort = 26379;
/** If a Sentinel takes longer, the next one is asked. */
const sentinelWithinMs = 2000;
const leaveEveryMs = 1000;

const sentinelForm = /^(rediss?)\+sentinel:\/\/((?:[^/?#]*@)?)([^@/?#]*)(.*)$/;

/** One URL for each Sentinel. Without Sentinels, the URL itself. */
export const redisAddresses = (url: string): string[] => {
  const [, scheme, user, hosts, rest] = sentinelForm.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${scheme}://${user}${host.trim()}${rest}`);
};

export const hasSentinels = (url: string): boolean => sentinelForm.test(url);

const sentinelOptions = (url: string): RedisOptions => {
  const addresses = redisAddresses(url).map((address) => new URL(address));
  const { protocol, username, password, pathname, searchParams } = addresses[0]!;
  const [name, database] = pathname.slice(1).split('/');
  return {
    sentinels: addresses.map(({ hostname, port }) => ({ host: hostname, port: Number(port || sentinelPort) })),
    name: decodeURIComponent(name ?? ''),
    db: Number(database ?? 0),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    sentinelUsername: searchParams.get('sentinelUsername') ?? undefined,
    sentinelPassword: searchParams.get('sentinelPassword') ?? undefined,
    ...(protocol === 'rediss:' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    connectTimeout: sentinelWithinMs,
    sentinelCommandTimeout: sentinelWithinMs,
  };
};

/** Opens a connection to Redis. The connection is renewed if its server has become a replica, at most once a second. */
export const openRedis = (url: string, options: RedisOptions): Redis => {
  let leftAt = Number.NEGATIVE_INFINITY;
  const reconnectOnError = ({ message }: Error): boolean => {
    if (!message.includes('READONLY') || performance.now() - leftAt < leaveEveryMs) return false;
    leftAt = performance.now();
    return true;
  };
  return hasSentinels(url)
    ? new Redis({ ...sentinelOptions(url), reconnectOnError, ...options })
    : new Redis(url, { reconnectOnError, ...options });
};
