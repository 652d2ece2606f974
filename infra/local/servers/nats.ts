import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { authorizationLines, type NatsUser } from '../credentials.ts';
import { findNats } from './binaries.ts';
import { listeningServerSpec, type ServerOptions } from './listening-server.ts';
import { answerWithinMs, freePort, loopback, readGreeting } from './ports.ts';
import { serverEnvironment, writeAtomically } from './processes.ts';

/** One server of a NATS cluster. */
interface NatsMember {
  readonly name: string;
  /** The other servers connect to `clusterPort`. This server reaches them through `routePorts`. */
  readonly clusterPort: number;
  readonly routePorts: readonly number[];
}

/** Servers tell each other this unused address, so that they connect only through the given routes. */
const nobodyListens = `${loopback}:1`;

interface NatsSettings {
  readonly version: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly storeDirectory: string;
  readonly durable: boolean;
  readonly users?: readonly NatsUser[] | undefined;
  readonly member?: NatsMember | undefined;
}

/**
 * NATS drops a client that answers no ping for two to three seconds. Until then, a paused process still gets its share
 * of the calls, and these calls fail at their deadline. With `no_advertise`, clients use only their given addresses,
 * which lead to proxies.
 */
const clusterLines = ({ clusterPort, routePorts }: NatsMember): string[] => [
  'ping_interval: "1s"',
  'ping_max: 2',
  'cluster {',
  '  name: hearsay',
  `  listen: "${loopback}:${clusterPort}"`,
  `  advertise: "${nobodyListens}"`,
  `  routes: ${JSON.stringify(routePorts.map((port) => `nats://${loopback}:${port}`))}`,
  '  no_advertise: true',
  '}',
];

const maxFileStore = '8GB';

/**
 * A durable NATS syncs once a second. With a sync per message all services stayed below 600 events a second. PostgreSQL
 * has every event, so relays can refill a stream. NATS before 2.10 does not know `sync_interval`, and would exit.
 */
export const natsConfiguration = (settings: NatsSettings): string => {
  const [major = 0, minor = 0] = settings.version.split('.').map(Number);
  const knowsSyncInterval = major > 2 || (major === 2 && minor >= 10);
  return [
    `listen: "${loopback}:${settings.port}"`,
    `http: "${loopback}:${settings.monitorPort}"`,
    `server_name: ${settings.member?.name ?? 'hearsay'}`,
    'jetstream {',
    `  store_dir: ${JSON.stringify(settings.storeDirectory)}`,
    // By default JetStream takes three quarters of the free space, which would be nothing after a start on a full disk.
    `  max_file_store: ${maxFileStore}`,
    ...(settings.durable && knowsSyncInterval ? ['  sync_interval: 1s'] : []),
    '}',
    ...(settings.member ? clusterLines(settings.member) : []),
    ...(settings.users ? authorizationLines(settings.users) : []),
    '',
  ].join('\n');
};

export const checkJetStreamGreeting = async (port: number, host?: string): Promise<void> => {
  if (!/"jetstream":\s*true/.test(await readGreeting(port, host)))
    throw new Error('The server answers without JetStream.');
};

/** Lists the streams. After a full disk, NATS 2.9 hangs in this call, but still answers PING and its health check. */
const listsStreams = async (servers: string, user?: NatsUser): Promise<void> => {
  const login = user && { user: user.name, pass: user.password };
  const connection = await connect({ servers, ...login, reconnect: false, timeout: answerWithinMs });
  try {
    await connection.request('$JS.API.STREAM.LIST', '{}', { timeout: answerWithinMs });
  } finally {
    await connection.close();
  }
};

/** @throws if NATS is unhealthy. A current NATS stays unhealthy from a failed write until its restart */
const isHealthy = async (monitorPort: number): Promise<void> => {
  const signal = AbortSignal.timeout(answerWithinMs);
  const answer = await fetch(`http://${loopback}:${monitorPort}/healthz`, { signal });
  if (!answer.ok) throw new Error((await answer.text()).trim());
};

export const prepareNats = async (
  { dataDir, durable, preferredPort, log, ...options }: ServerOptions,
  member?: NatsMember,
) => {
  const { natsBinary, natsUsers: users } = options;
  const { path, version, source, env } = natsBinary ?? (await findNats(log));
  log(`NATS ${version} from ${source}`);
  const storeDirectory = join(dataDir, 'nats');
  mkdirSync(storeDirectory, { recursive: true });
  const file = join(dataDir, 'nats.conf');
  let monitorPort: number | undefined;
  const urlOf = (port: number) => `nats://${loopback}:${port}`;
  return listeningServerSpec({
    role: member?.name ?? 'nats',
    stopSignal: 'SIGTERM',
    preferredPort,
    urlOf,
    launch: async (port) => {
      monitorPort = await freePort(monitorPort);
      // The file contains passwords.
      const settings = { version, port, monitorPort, storeDirectory, durable, users, member };
      writeAtomically(file, natsConfiguration(settings), 0o600);
      return { command: path, args: ['--config', file], cwd: dataDir, env: serverEnvironment(env) };
    },
    answers: checkJetStreamGreeting,
    alive: async (port) => {
      await isHealthy(monitorPort ?? 0);
      // Signs in as the operator, who may use every subject because it has no `permissions`.
      await listsStreams(
        urlOf(port),
        users?.find(({ permissions }) => !permissions),
      );
    },
  });
};
