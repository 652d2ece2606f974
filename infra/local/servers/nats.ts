import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNats } from './binaries.ts';
import type { PreparedServer, ServerOptions } from './child-spec.ts';
import { authorizationLines, type NatsUser } from './nats-users.ts';
import { aliveTimeoutMs, freePort, loopback, tcpAnswer, untilAnswered } from './ports.ts';
import { serverEnvironment, writeAtomically } from './processes.ts';

interface NatsSettings {
  readonly version: string;
  readonly port: number;
  /** Of the health page. */
  readonly monitorPort: number;
  readonly storeDirectory: string;
  readonly durable: boolean;
  /** Without any everybody gets in. */
  readonly users?: readonly NatsUser[] | undefined;
}

/** What JetStream may keep on the disk, all streams together. */
const maxFileStore = '8GB';

/**
 * The configuration for this version of nats-server: an unknown field makes an older one exit (`sync_interval` exists from 2.10).
 * Durable is once a second, not every message: PostgreSQL holds every fact, relays fill a stream that has lost its tail, and a sync for
 * each message held all services together below 600 events a second.
 */
export const natsConfiguration = (settings: NatsSettings): string => {
  const [major = 0, minor = 0] = settings.version.split('.').map(Number);
  const knowsSyncInterval = major > 2 || (major === 2 && minor >= 10);
  return [
    `listen: "${loopback}:${settings.port}"`,
    `http: "${loopback}:${settings.monitorPort}"`,
    'server_name: hearsay',
    'jetstream {',
    `  store_dir: ${JSON.stringify(settings.storeDirectory)}`,
    // Without it the limit is three quarters of what is free at the start: almost nothing after a start on a full disk.
    `  max_file_store: ${maxFileStore}`,
    ...(settings.durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    ...(settings.users ? authorizationLines(settings.users) : []),
    '',
  ].join('\n');
};

/** Resolves when the server greets with JetStream switched on. */
export const greetsWithJetStream = async (port: number, host?: string): Promise<void> => {
  const info = await tcpAnswer(port, { isComplete: (text) => text.includes('\r\n'), host });
  if (!/"jetstream":\s*true/.test(info)) throw new Error('The server answers without JetStream.');
};

/**
 * Resolves when JetStream lists its streams for this user, which reads the state of each store. NATS 2.9 hangs behind a disk that was
 * full: it greets, answers PING and calls itself healthy.
 */
const listsStreams = async (port: number, user?: NatsUser): Promise<void> => {
  const login = { verbose: false, pedantic: false, ...(user && { user: user.name, pass: user.password }) };
  const request = 'SUB _INBOX.alive 1\r\nPUB $JS.API.STREAM.LIST _INBOX.alive 2\r\n{}\r\n';
  await tcpAnswer(port, {
    hello: `CONNECT ${JSON.stringify(login)}\r\n${request}`,
    isComplete: (text) => /\r\n(MSG |-ERR)/.test(text),
    timeoutMs: aliveTimeoutMs,
  });
};

/** Resolves when the server calls itself healthy. A current one does not, from a failed write to its disk until it is started again. */
const isHealthy = async (monitorPort: number): Promise<void> => {
  const answer = await fetch(`http://${loopback}:${monitorPort}/healthz`, {
    signal: AbortSignal.timeout(aliveTimeoutMs),
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
};

/** A NATS server with JetStream on a free loopback port, its files in `dataDir`/nats. */
export const prepareNats = async ({
  dataDir,
  durable,
  preferredPort,
  natsBinary,
  natsUsers: users,
  log,
}: ServerOptions): Promise<PreparedServer> => {
  const binary = natsBinary ?? (await findNats(log));
  const { version } = binary;
  log(`NATS ${version} from ${binary.source}`);
  const storeDirectory = join(dataDir, 'nats');
  mkdirSync(storeDirectory, { recursive: true });
  const file = join(dataDir, 'nats.conf');
  let port = await freePort(preferredPort);
  let monitorPort = await freePort();
  return {
    url: () => `nats://${loopback}:${port}`,
    spec: {
      role: 'nats',
      tier: 0,
      stopSignal: 'SIGTERM',
      ports: () => ({ nats: port }),
      launch: async ({ wasReady }) => {
        if (!wasReady) port = await freePort(port);
        monitorPort = await freePort(monitorPort);
        // It holds passwords.
        writeAtomically(file, natsConfiguration({ version, port, monitorPort, storeDirectory, durable, users }), 0o600);
        return { command: binary.path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(binary.env) };
      },
      ready: (signal) => untilAnswered(() => greetsWithJetStream(port), { signal, what: 'NATS' }),
      alive: async () => {
        await isHealthy(monitorPort);
        // Users without permissions may use every subject.
        await listsStreams(
          port,
          users?.find(({ permissions }) => !permissions),
        );
      },
    },
  };
};
