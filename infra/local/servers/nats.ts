import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNats } from './binaries.ts';
import { listeningServer, type PreparedServer, type ServerOptions } from './child-spec.ts';
import { authorizationLines, type NatsUser } from './nats-users.ts';
import { aliveTimeoutMs, freePort, loopback, tcpAnswer } from './ports.ts';
import { serverEnvironment, writeAtomically } from './processes.ts';

interface NatsSettings {
  readonly version: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly storeDirectory: string;
  readonly durable: boolean;
  readonly users?: readonly NatsUser[] | undefined;
}

const maxFileStore = '8GB';

/**
 * An older nats-server exits on an unknown field (`sync_interval` exists from 2.10). Durable means a sync per second,
 * since PostgreSQL holds every fact and relays refill a stream. A sync per message held all services below 600 events a
 * second.
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
    // The default is three quarters of the free space at the start, almost nothing on a full disk.
    `  max_file_store: ${maxFileStore}`,
    ...(settings.durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    ...(settings.users ? authorizationLines(settings.users) : []),
    '',
  ].join('\n');
};

export const greetsWithJetStream = async (port: number, host?: string): Promise<void> => {
  const info = await tcpAnswer(port, { isComplete: (text) => text.includes('\r\n'), host });
  if (!/"jetstream":\s*true/.test(info)) throw new Error('The server answers without JetStream.');
};

/**
 * Listing reads the state of each store. NATS 2.9 hangs after a full disk, but greets, answers PING and reports health.
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

/** A current server is unhealthy from a failed write until its restart. */
const isHealthy = async (monitorPort: number): Promise<void> => {
  const answer = await fetch(`http://${loopback}:${monitorPort}/healthz`, {
    signal: AbortSignal.timeout(aliveTimeoutMs),
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
};

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
  let monitorPort = await freePort();
  return listeningServer({
    role: 'nats',
    title: 'NATS',
    stopSignal: 'SIGTERM',
    preferredPort,
    urlOf: (port) => `nats://${loopback}:${port}`,
    launch: async (port) => {
      monitorPort = await freePort(monitorPort);
      // The file holds passwords.
      writeAtomically(file, natsConfiguration({ version, port, monitorPort, storeDirectory, durable, users }), 0o600);
      return { command: binary.path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(binary.env) };
    },
    answers: (port) => greetsWithJetStream(port),
    alive: async (port) => {
      await isHealthy(monitorPort);
      // Users without permissions may use every subject.
      const user = users?.find(({ permissions }) => !permissions);
      await listsStreams(port, user);
    },
  });
};
