import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedis } from './binaries.ts';
import { listeningServerSpec, type ServerOptions } from './listening-server.ts';
import { answerWithinMs, loopback } from './ports.ts';
import { serverEnvironment } from './processes.ts';

/** Resolves when Redis answers a ping. Signs in by the URL, as services do. Rejects while the server loads its data. */
export const pingRedis = async (url: string): Promise<void> => {
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 };
  const redis = new Redis(url, { ...once, connectTimeout: answerWithinMs, commandTimeout: answerWithinMs });
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
 * Redis or Valkey on a free loopback port, with its files in `dataDir`/redis. BullMQ needs `noeviction`. Redis exits on
 * a damaged append-only file, which is then moved aside. Without this file rate limits begin at zero, and sweeps queue
 * due jobs again.
 */
export const prepareRedis = async ({ dataDir, durable, preferredPort, log }: ServerOptions) => {
  const binary = await findRedis(log);
  log(`Redis ${binary.version} from ${binary.source}`);
  const directory = join(dataDir, 'redis');
  const urlOf = (port: number) => `redis://${loopback}:${port}`;
  let failedStarts = 0;
  const putAside = () => {
    if (!existsSync(directory) || readdirSync(directory).length === 0) return;
    const aside = `${directory}.unreadable`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(directory, aside);
    log(`Redis could not read its data. They lie in ${aside} now, and Redis begins anew.`);
  };
  return listeningServerSpec({
    role: 'redis',
    stopSignal: 'SIGTERM',
    preferredPort,
    urlOf,
    launch: (port) => {
      // After one failure another process may have taken the port. Two failures mean unreadable data.
      if (failedStarts >= 2) putAside();
      failedStarts += 1;
      mkdirSync(directory, { recursive: true });
      const files = { dir: directory, appendonly: durable ? 'yes' : 'no', save: '' };
      const settings = { bind: loopback, port, ...files, 'maxmemory-policy': 'noeviction', daemonize: 'no' };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return { command: binary.path, args, cwd: directory, env: serverEnvironment(binary.env) };
    },
    answers: async (port) => {
      await pingRedis(urlOf(port));
      failedStarts = 0;
    },
  });
};
