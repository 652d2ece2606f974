import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNats } from './binaries.ts';
import { freePort, loopback } from './free-port.ts';
import { authorizationLines, type NatsUser } from './nats-users.ts';
import { chosen, type PreparedServer, portsOf, type ServerOptions } from './prepared-server.ts';
import { serverEnvironment } from './server-environment.ts';
import { aliveTimeoutMs, tcpAnswer, untilAnswered } from './tcp-answer.ts';
import { writeAtomically } from './write-atomically.ts';

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

/**
 * The configuration for this version of nats-server: an unknown field makes an older one exit (`sync_interval` exists from 2.10).
 * Durable is once a second, not every message: PostgreSQL holds every fact, relays fill a stream that has lost its tail, and a sync for
 * each message held all services together below 600 events a second.
 */
export const natsConfiguration = ({
  version,
  port,
  monitorPort,
  storeDirectory,
  durable,
  users = [],
}: NatsSettings): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const knowsSyncInterval = major > 2 || (major === 2 && minor >= 10);
  return [
    `listen: "${loopback}:${port}"`,
    `http: "${loopback}:${monitorPort}"`,
    'server_name: hearsay',
    'jetstream {',
    `  store_dir: ${JSON.stringify(storeDirectory)}`,
    // Without it the limit is three quarters of what is free at the start: almost nothing after a start on a full disk.
    `  max_file_store: ${maxFileStore}`,
    ...(durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    ...(users.length > 0 ? authorizationLines(users) : []),
    '',
  ].join('\n');
};

/** What JetStream may keep on the disk, all streams together. */
const maxFileStore = '8GB';

/** Resolves when the server greets with JetStream switched on. */
export const greetsWithJetStream = async (port: number, host?: string): Promise<void> => {
  const info = await tcpAnswer(port, { isComplete: (text) => text.includes('\r\n'), ...(host && { host }) });
  if (!/"jetstream":\s*true/.test(info)) throw new Error('The server answers without JetStream.');
};

/**
 * Resolves when JetStream lists its streams for this user, which reads the state of each store. NATS 2.9 hangs behind a disk that was
 * full: it greets, answers PING and calls itself healthy.
 */
const listsStreams = async (port: number, user?: NatsUser): Promise<void> => {
  const login = JSON.stringify({
    verbose: false,
    pedantic: false,
    ...(user && { user: user.name, pass: user.password }),
  });
  const request = 'SUB _INBOX.alive 1\r\nPUB $JS.API.STREAM.LIST _INBOX.alive 2\r\n{}\r\n';
  const isComplete = (text: string) => /\r\n(MSG |-ERR)/.test(text);
  await tcpAnswer(port, { hello: `CONNECT ${login}\r\n${request}`, isComplete, timeoutMs: aliveTimeoutMs });
};

/** Resolves when the server calls itself healthy. A current one does not, from a failed write to its disk until it is started again. */
const isHealthy = async (monitorPort: number): Promise<void> => {
  const hello = `GET /healthz HTTP/1.1\r\nHost: ${loopback}\r\nConnection: close\r\n\r\n`;
  const answer = await tcpAnswer(monitorPort, {
    hello,
    isComplete: (text) => text.trimEnd().endsWith('}'),
    timeoutMs: aliveTimeoutMs,
  });
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer.slice(answer.indexOf('{')).trim());
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
  let monitorPort: number | undefined;
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
        monitorPort = await freePort(monitorPort);
        const settings = { version: binary.version, port, monitorPort, storeDirectory, durable, users };
        // It holds passwords.
        writeAtomically(file, natsConfiguration(settings), 0o600);
        return { command: binary.path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(binary.env) };
      },
      ready: (signal) => untilAnswered(() => greetsWithJetStream(chosen(port)), { signal, what: 'NATS' }),
      // Users without permissions may use every subject.
      alive: async () => {
        await isHealthy(chosen(monitorPort));
        await listsStreams(
          chosen(port),
          users?.find(({ permissions }) => !permissions),
        );
      },
    },
  };
};
