import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis } from './binaries.mjs';
import { freePort, loopback } from './free-port.mjs';
import { serverEnvironment } from './server-environment.mjs';
import { tcpAnswer, untilAnswered } from './tcp-answer.mjs';

/** Resolves when the server answers PONG (while it still loads its data it answers an error). */
export const answersPing = async (port, host) => {
  const answer = await tcpAnswer(port, { hello: 'PING\r\n', isComplete: (text) => text.includes('\r\n'), host });
  if (!answer.startsWith('+PONG')) throw new Error(`Redis answers ${answer.trim()}`);
};

/**
 * A Redis (or Valkey) server on a free loopback port, its files in `dataDir`/redis. BullMQ needs `noeviction`.
 * @param {{ dataDir: string, durable: boolean, preferredPort?: number, log?: (line: string) => void }} options
 */
export const prepareRedis = async ({ dataDir, durable, preferredPort, log = () => {} }) => {
  const binary = await findRedis(log);
  log(`Redis ${binary.version} from ${binary.source}`);
  const directory = join(dataDir, 'redis');
  mkdirSync(directory, { recursive: true });
  let port = preferredPort;
  const spec = {
    role: 'redis',
    tier: 0,
    stopSignal: /** @type {const} */ ('SIGTERM'),
    ports: () => ({ redis: port }),
    launch: async ({ wasReady }) => {
      if (!wasReady) port = await freePort(port);
      const settings = {
        bind: loopback,
        port,
        dir: directory,
        appendonly: durable ? 'yes' : 'no',
        save: '',
        'maxmemory-policy': 'noeviction',
        daemonize: 'no',
      };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return { command: binary.path, args, cwd: directory, env: serverEnvironment(binary.env) };
    },
    ready: (signal) => untilAnswered(() => answersPing(port), { signal, what: 'Redis' }),
  };
  return { spec, url: () => `redis://${loopback}:${port}` };
};
