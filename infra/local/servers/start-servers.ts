import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binary, Log } from './binaries.ts';
import { lockDirectory } from './directory-lock.ts';
import { greetsWithJetStream, prepareNats } from './nats.ts';
import type { NatsUser } from './nats-users.ts';
import { preparePostgres, selectOne } from './postgres.ts';
import { answersAt, prepareRedis } from './redis.ts';
import { endLeftovers } from './state-file.ts';
import { Supervisor } from './supervisor.ts';
import { untilAnswered } from './tcp-answer.ts';

export type ServerRole = 'postgres' | 'nats' | 'redis';

const roles: readonly ServerRole[] = ['postgres', 'nats', 'redis'];
const prepare = { postgres: preparePostgres, nats: prepareNats, redis: prepareRedis };
/** Beginnings of the names of folders that may be deleted once their supervisor is dead. */
export const throwAwayPrefixes = { servers: 'hearsay-servers-', system: 'hearsay-system-' };
/** How long a server of somebody else may take to answer. */
const foreignTimeoutMs = 5_000;

const checkForeign: Record<ServerRole, (url: URL) => Promise<void>> = {
  postgres: (url) => selectOne(url.href),
  nats: (url) => greetsWithJetStream(Number(url.port || 4222), url.hostname),
  redis: (url) => answersAt(url.href),
};

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

export interface StartOptions {
  /** Kept after the stop; without it a folder in the temp directory is used and deleted. */
  readonly dataDir?: string | undefined;
  /** fsync on; default: only with a dataDir. */
  readonly durable?: boolean;
  /** Default: all three. */
  readonly only?: readonly ServerRole[];
  /** Servers that exist already: reached within 5 s, or the start fails. */
  readonly urls?: Partial<Record<ServerRole, string | undefined>>;
  /** Of PostgreSQL. */
  readonly maxConnections?: number;
  /** One of `allNatsServers()`. */
  readonly natsBinary?: Binary;
  /** Whom NATS lets in; default: everybody. */
  readonly natsUsers?: readonly NatsUser[];
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
  readonly supervisor: Supervisor;
  stop(): Promise<void>;
}

/** Starts real servers on free loopback ports and resolves when they answer. */
export const startServers = async ({
  dataDir,
  durable = dataDir !== undefined,
  only = roles,
  urls = {},
  maxConnections,
  natsBinary,
  natsUsers,
  preferredPorts = {},
  log,
  supervisor,
}: StartOptions = {}): Promise<RunningServers> => {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), throwAwayPrefixes.servers));
  mkdirSync(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  const own =
    supervisor ??
    new Supervisor({
      logDirectory: join(directory, 'logs'),
      stateFile: join(directory, 'state.json'),
      respawn: false,
      log,
    });
  const stop = async () => {
    if (!supervisor) await own.stopAll();
    unlock();
    if (dataDir === undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const found: Record<ServerRole, string> = { postgres: '', nats: '', redis: '' };
  const start = async (role: ServerRole) => {
    const given = urls[role];
    if (given) {
      // Of a cluster one server that answers is enough.
      const url = new URL(given.split(',')[0] ?? given);
      await untilAnswered(() => checkForeign[role](url), {
        timeoutMs: foreignTimeoutMs,
        what: `${role} at ${url.host}`,
      });
      log?.(`${role} at ${url.host} from the environment`);
      found[role] = given;
      return;
    }
    const preferredPort = preferredPorts[role];
    const { spec, url } = await prepare[role]({
      dataDir: directory,
      durable,
      maxConnections,
      natsBinary,
      natsUsers,
      preferredPort,
      log,
    });
    await own.start(spec);
    found[role] = url();
  };
  try {
    const outcomes = await Promise.allSettled(only.map(start));
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused) throw refused.reason;
    return {
      databaseAdminUrl: found.postgres,
      natsUrl: found.nats,
      redisUrl: found.redis,
      get pids() {
        return own.pids;
      },
      get ports() {
        return own.ports;
      },
      supervisor: own,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
