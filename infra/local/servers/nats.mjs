import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNats } from './binaries.mjs';
import { freePort, loopback } from './free-port.mjs';
import { serverEnvironment } from './server-environment.mjs';
import { tcpAnswer, untilAnswered } from './tcp-answer.mjs';

/**
 * The configuration for this version of nats-server: an unknown field makes an older one exit (`sync_interval` exists from 2.10).
 * Durable is once a second, not every message: PostgreSQL holds every fact, relays fill a stream that has lost its tail, and a sync for
 * each message held all services together below 600 events a second.
 * @param {{ version: string, port: number, storeDirectory: string, durable: boolean }} options
 */
export const natsConfiguration = ({ version, port, storeDirectory, durable }) => {
  const [major, minor] = version.split('.').map(Number);
  const knowsSyncInterval = major > 2 || (major === 2 && minor >= 10);
  return [
    `listen: "${loopback}:${port}"`,
    'server_name: hearsay',
    'jetstream {',
    `  store_dir: ${JSON.stringify(storeDirectory)}`,
    ...(durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    '',
  ].join('\n');
};

/** Resolves when the server greets with JetStream switched on. */
export const greetsWithJetStream = async (port, host) => {
  const info = await tcpAnswer(port, { isComplete: (text) => text.includes('\r\n'), host });
  if (!/"jetstream":\s*true/.test(info)) throw new Error('The server answers without JetStream.');
};

/**
 * A NATS server with JetStream on a free loopback port, its files in `dataDir`/nats.
 * @param {{ dataDir: string, durable: boolean, preferredPort?: number, natsBinary?: import('./binaries.mjs').Binary, log?: (line: string) => void }} options
 */
export const prepareNats = async ({ dataDir, durable, preferredPort, natsBinary, log = () => {} }) => {
  const binary = natsBinary ?? (await findNats(log));
  log(`NATS ${binary.version} from ${binary.source}`);
  const storeDirectory = join(dataDir, 'nats');
  mkdirSync(storeDirectory, { recursive: true });
  const file = join(dataDir, 'nats.conf');
  let port = preferredPort;
  const spec = {
    role: 'nats',
    tier: 0,
    stopSignal: /** @type {const} */ ('SIGTERM'),
    ports: () => ({ nats: port }),
    launch: async ({ wasReady }) => {
      if (!wasReady) port = await freePort(port);
      writeFileSync(file, natsConfiguration({ version: binary.version, port, storeDirectory, durable }));
      return { command: binary.path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(binary.env) };
    },
    ready: (signal) => untilAnswered(() => greetsWithJetStream(port), { signal, what: 'NATS' }),
  };
  return { spec, url: () => `nats://${loopback}:${port}` };
};
