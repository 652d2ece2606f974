import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis } from './binaries.ts';
import { listeningServer, type PreparedServer, type ServerOptions } from './child-spec.ts';
import { aliveTimeoutMs, loopback, tcpAnswer } from './ports.ts';
import { serverEnvironment } from './processes.ts';

/** A server that still loads its data answers an error. */
const answersPing = async (port: number): Promise<void> => {
  const answer = await tcpAnswer(port, { hello: 'PING\r\n', isComplete: (text) => text.includes('\r\n') });
  if (!answer.startsWith('+PONG')) throw new Error(`Redis answers ${answer.trim()}`);
};

/** Signs in as the services do, by the URL's user, password and TLS. */
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

/** Redis or Valkey on a free loopback port, with its files in `dataDir`/redis. BullMQ needs `noeviction`. */
export const prepareRedis = async ({
  dataDir,
  durable,
  preferredPort,
  log,
}: ServerOptions): Promise<PreparedServer> => {
  const binary = await findRedis(log);
  log(`Redis ${binary.version} from ${binary.source}`);
  const directory = join(dataDir, 'redis');
  let failedStarts = 0;
  /**
   * Redis holds no truth: limits restart, and PostgreSQL queues due work again. So unreadable data is moved aside.
   * Redis exits quickly on a damaged append-only file.
   */
  const putAside = () => {
    if (!existsSync(directory) || readdirSync(directory).length === 0) return;
    const aside = `${directory}.unreadable`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(directory, aside);
    log(`Redis could not read its data. They lie in ${aside} now, and Redis begins anew.`);
  };
  return listeningServer({
    role: 'redis',
    title: 'Redis',
    stopSignal: 'SIGTERM',
    preferredPort,
    urlOf: (port) => `redis://${loopback}:${port}`,
    launch: (port) => {
      // After two failures, because another process may have taken the port of the first start.
      if (failedStarts >= 2) putAside();
      failedStarts += 1;
      mkdirSync(directory, { recursive: true });
      const files = { dir: directory, appendonly: durable ? 'yes' : 'no', save: '' };
      const settings = { bind: loopback, port, ...files, 'maxmemory-policy': 'noeviction', daemonize: 'no' };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return { command: binary.path, args, cwd: directory, env: serverEnvironment(binary.env) };
    },
    answers: async (port) => {
      await answersPing(port);
      failedStarts = 0;
    },
  });
};
