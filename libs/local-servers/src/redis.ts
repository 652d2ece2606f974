import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis } from './binaries.ts';
import { freePort, loopback } from './free-port.ts';
import { chosen, type PreparedServer, portsOf, type ServerOptions } from './prepared-server.ts';
import { serverEnvironment } from './server-environment.ts';
import { tcpAnswer, untilAnswered } from './tcp-answer.ts';

/** Resolves when the server answers PONG (while it still loads its data it answers an error). */
export const answersPing = async (port: number, host?: string): Promise<void> => {
  const answer = await tcpAnswer(port, { hello: 'PING\r\n', isComplete: (text) => text.includes('\r\n'), ...(host && { host }) });
  if (!answer.startsWith('+PONG')) throw new Error(`Redis answers ${answer.trim()}`);
};

/** A Redis (or Valkey) server on a free loopback port, its files in `dataDir`/redis. BullMQ needs `noeviction`. */
export const prepareRedis = async ({ dataDir, durable, preferredPort, log = () => {} }: ServerOptions): Promise<PreparedServer> => {
  const binary = await findRedis(log);
  log(`Redis ${binary.version} from ${binary.source}`);
  const directory = join(dataDir, 'redis');
  mkdirSync(directory, { recursive: true });
  let port = preferredPort;
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
      ready: (signal) => untilAnswered(() => answersPing(chosen(port)), { signal, what: 'Redis' }),
    },
  };
};
