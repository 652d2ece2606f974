import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNats } from './binaries.ts';
import { freePort, loopback } from './free-port.ts';
import { authorizationLines, type NatsUser } from './nats-users.ts';
import { chosen, type PreparedServer, portsOf, type ServerOptions } from './prepared-server.ts';
import { serverEnvironment } from './server-environment.ts';
import { tcpAnswer, untilAnswered } from './tcp-answer.ts';
import { writeAtomically } from './write-atomically.ts';

interface NatsSettings {
  readonly version: string;
  readonly port: number;
  readonly storeDirectory: string;
  readonly durable: boolean;
  /** Without any everybody gets in. */
  readonly users?: readonly NatsUser[] | undefined;
}

/**
 * The configuration for this version of nats-server: an unknown field makes an older one exit (`sync_interval` exists from 2.10).
 * Durable is once a second, not every message: PostgreSQL holds every fact, relays fill a stream that has lost its tail, and a sync for
 * each message held all services together below 600 events a second.
 */
export const natsConfiguration = ({ version, port, storeDirectory, durable, users = [] }: NatsSettings): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const knowsSyncInterval = major > 2 || (major === 2 && minor >= 10);
  return [
    `listen: "${loopback}:${port}"`,
    'server_name: hearsay',
    'jetstream {',
    `  store_dir: ${JSON.stringify(storeDirectory)}`,
    ...(durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    ...(users.length > 0 ? authorizationLines(users) : []),
    '',
  ].join('\n');
};

/** Resolves when the server greets with JetStream switched on. */
export const greetsWithJetStream = async (port: number, host?: string): Promise<void> => {
  const info = await tcpAnswer(port, { isComplete: (text) => text.includes('\r\n'), ...(host && { host }) });
  if (!/"jetstream":\s*true/.test(info)) throw new Error('The server answers without JetStream.');
};

/** A NATS server with JetStream on a free loopback port, its files in `dataDir`/nats. */
export const prepareNats = async ({
  dataDir,
  durable,
  preferredPort,
  natsBinary,
  natsUsers: users,
  log = () => {},
}: ServerOptions): Promise<PreparedServer> => {
  const binary = natsBinary ?? (await findNats(log));
  log(`NATS ${binary.version} from ${binary.source}`);
  const storeDirectory = join(dataDir, 'nats');
  mkdirSync(storeDirectory, { recursive: true });
  const file = join(dataDir, 'nats.conf');
  let port = preferredPort;
  return {
    url: () => `nats://${loopback}:${chosen(port)}`,
    spec: {
      role: 'nats',
      tier: 0,
      stopSignal: 'SIGTERM',
      ports: () => portsOf('nats', port),
      launch: async ({ wasReady }) => {
        const taken = wasReady && port !== undefined ? port : await freePort(port);
        port = taken;
        // It holds passwords.
        writeAtomically(file, natsConfiguration({ version: binary.version, port: taken, storeDirectory, durable, users }), 0o600);
        return { command: binary.path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(binary.env) };
      },
      ready: (signal) => untilAnswered(() => greetsWithJetStream(chosen(port)), { signal, what: 'NATS' }),
    },
  };
};
