import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from './child-spec.ts';
import { greetsWithJetStream, prepareNats } from './nats.ts';
import type { Log } from './packages.ts';
import { untilAnswered } from './ports.ts';
import { preparePostgres, selectOne } from './postgres.ts';
import { endLeftovers, lockDirectory } from './processes.ts';
import { answersAt, prepareRedis } from './redis.ts';
import { Supervisor } from './supervisor.ts';

const kinds = {
  postgres: { prepare: preparePostgres, answers: (url: URL) => selectOne(url.href) },
  nats: { prepare: prepareNats, answers: (url: URL) => greetsWithJetStream(Number(url.port || 4222), url.hostname) },
  redis: { prepare: prepareRedis, answers: (url: URL) => answersAt(url.href) },
};
type ServerRole = keyof typeof kinds;

/** Beginnings of the names of folders that may be deleted once their supervisor is dead. */
export const throwAwayPrefixes = { servers: 'hearsay-servers-', system: 'hearsay-system-' };
/** How long a server of somebody else may take to answer. */
const foreignTimeoutMs = 5_000;

/** Ends the servers that killed test runs have left behind in the temp folder, and deletes their data. */
export const sweepAbandoned = async (): Promise<void> => {
  const isThrowAway = (name: string) => Object.values(throwAwayPrefixes).some((prefix) => name.startsWith(prefix));
  for (const name of readdirSync(tmpdir()).filter(isThrowAway)) {
    const directory = join(tmpdir(), name);
    const stateFile = join(directory, 'state.json');
    if (!existsSync(stateFile)) continue;
    const { running } = await endLeftovers(stateFile);
    // Another run that begins at the same time may be deleting it as well.
    if (!running) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface StartOptions extends Pick<ServerOptions, 'natsBinary' | 'natsUsers'> {
  /** Kept after the stop; without it a folder in the temp directory is used and deleted. */
  readonly dataDir?: string | undefined;
  /** fsync on; default: only with a dataDir. */
  readonly durable?: boolean;
  /** Default: all three. */
  readonly only?: readonly ServerRole[];
  /** Servers that exist already: reached within 5 s, or the start fails. */
  readonly urls?: Partial<Record<ServerRole, string | undefined>>;
  /** By role; taken if they are free. */
  readonly preferredPorts?: Readonly<Record<string, number>>;
  readonly log?: Log | undefined;
  /** Starts (and later stops) the servers instead of one of their own without respawn. */
  readonly supervisor?: Supervisor;
}

/** Running servers; the URL of one that was not asked for is an empty text. */
export interface RunningServers {
  readonly databaseAdminUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly pids: Record<string, number>;
  readonly ports: Record<string, number>;
  stop(): Promise<void>;
}

/** Starts real servers on free loopback ports and resolves when they answer. */
export const startServers = async ({
  dataDir,
  durable = dataDir !== undefined,
  only = ['postgres', 'nats', 'redis'],
  urls = {},
  preferredPorts = {},
  log = () => {},
  supervisor: given,
  ...nats
}: StartOptions = {}): Promise<RunningServers> => {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), throwAwayPrefixes.servers));
  mkdirSync(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  const ownFiles = { logDirectory: join(directory, 'logs'), stateFile: join(directory, 'state.json') };
  const supervisor = given ?? new Supervisor({ ...ownFiles, respawn: false, log });
  const stop = async () => {
    if (!given) await supervisor.stopAll();
    unlock();
    if (dataDir === undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  /** Answers the URL. */
  const start = async (role: ServerRole): Promise<string> => {
    const { prepare, answers } = kinds[role];
    const foreign = urls[role];
    if (foreign) {
      // Of a cluster one server that answers is enough.
      const url = new URL(foreign.split(',')[0] ?? foreign);
      await untilAnswered(() => answers(url), { timeoutMs: foreignTimeoutMs, what: `${role} at ${url.host}` });
      log(`${role} at ${url.host} from the environment`);
      return foreign;
    }
    const { spec, url } = await prepare({
      dataDir: directory,
      durable,
      preferredPort: preferredPorts[role],
      log,
      ...nats,
    });
    await supervisor.start(spec);
    return url();
  };
  const outcomes = await Promise.allSettled(only.map(start));
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused) {
    await stop();
    throw refused.reason;
  }
  const urlOf = (role: ServerRole) => {
    const outcome = outcomes[only.indexOf(role)];
    return outcome?.status === 'fulfilled' ? outcome.value : '';
  };
  return {
    databaseAdminUrl: urlOf('postgres'),
    natsUrl: urlOf('nats'),
    redisUrl: urlOf('redis'),
    get pids() {
      return supervisor.pids;
    },
    get ports() {
      return supervisor.ports;
    },
    stop,
  };
};
