import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, type Log } from './binaries.ts';
import { freePort, loopback } from './free-port.ts';
import { chosen, type PreparedServer, portsOf, type ServerOptions } from './prepared-server.ts';
import { serverEnvironment } from './server-environment.ts';
import { aliveTimeoutMs, tcpAnswer, untilAnswered } from './tcp-answer.ts';

const ping = { hello: 'PING\r\n', isComplete: (text: string) => text.includes('\r\n') };

/** Resolves when the server answers PONG (while it still loads its data it answers an error). */
const answersPing = async (port: number, host?: string): Promise<void> => {
  const answer = await tcpAnswer(port, { ...ping, ...(host && { host }) });
  if (!answer.startsWith('+PONG')) throw new Error(`Redis answers ${answer.trim()}`);
};

/** Signs in as the services do, by user, password and TLS of the URL. Resolves when the server answers. */
export const answersAt = async (url: string): Promise<void> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: aliveTimeoutMs,
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw failure ?? error;
  } finally {
    redis.disconnect();
  }
};

/**
 * Redis holds no truth here: limits begin anew, and due work is queued again from PostgreSQL. So data that it cannot read are put
 * aside, and it begins with none. It exits in a moment over a damaged append-only file.
 */
const putAside = (directory: string, log: Log): void => {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return;
  const aside = `${directory}.unreadable`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(directory, aside);
  log(`Redis could not read its data. They lie in ${aside} now, and Redis begins anew.`);
};

/** A Redis (or Valkey) server on a free loopback port, its files in `dataDir`/redis. BullMQ needs `noeviction`. */
export const prepareRedis = async ({
  dataDir,
  durable,
  preferredPort,
  log = () => {},
}: ServerOptions): Promise<PreparedServer> => {
  const binary = await findRedis(log);
  log(`Redis ${binary.version} from ${binary.source}`);
  const directory = join(dataDir, 'redis');
  let port = preferredPort;
  let failedStarts = 0;
  return {
    url: () => `redis://${loopback}:${chosen(port)}`,
    spec: {
      role: 'redis',
      tier: 0,
      stopSignal: 'SIGTERM',
      ports: () => portsOf('redis', port),
      launch: async ({ wasReady }) => {
        const taken = wasReady && port !== undefined ? port : await freePort(port);
        port = taken;
        // Twice, because another process may have taken the port of the first start.
        if (failedStarts >= 2) putAside(directory, log);
        failedStarts += 1;
        mkdirSync(directory, { recursive: true });
        const settings = {
          bind: loopback,
          port: taken,
          dir: directory,
          appendonly: durable ? 'yes' : 'no',
          save: '',
          'maxmemory-policy': 'noeviction',
          daemonize: 'no',
        };
        const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
        return { command: binary.path, args, cwd: directory, env: serverEnvironment(binary.env) };
      },
      ready: async (signal) => {
        await untilAnswered(() => answersPing(chosen(port)), { signal, what: 'Redis' });
        failedStarts = 0;
      },
      alive: async () => {
        await tcpAnswer(chosen(port), { ...ping, timeoutMs: aliveTimeoutMs });
      },
    },
  };
};
