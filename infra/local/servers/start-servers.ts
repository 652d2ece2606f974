import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from './listening-server.ts';
import { checkJetStreamGreeting, prepareNats } from './nats.ts';
import { untilAnswered } from './ports.ts';
import { checkPostgres, preparePostgres } from './postgres.ts';
import { lockOwnerOf, takeOverFolder } from './processes.ts';
import { pingRedis, prepareRedis } from './redis.ts';
import { Supervisor } from './supervisor.ts';

const kinds = {
  postgres: { prepare: preparePostgres, answers: (url: URL) => checkPostgres(url.href) },
  nats: { prepare: prepareNats, answers: (url: URL) => checkJetStreamGreeting(Number(url.port || 4222), url.hostname) },
  // A Sentinel answers a ping like a Redis.
  redis: { prepare: prepareRedis, answers: ({ href }: URL) => pingRedis(href.replace('+sentinel:', ':')) },
};
type ServerRole = keyof typeof kinds;

/** Prefix of temporary folders. When the owner of such a folder is dead, any later run may delete the folder. */
export const throwAwayPrefix = 'hearsay-run-';
const foreignTimeoutMs = 5_000;

export const makeThrowAwayFolder = () => mkdtempSync(join(tmpdir(), throwAwayPrefix));

/** Ends the processes and deletes the folders that killed test runs have left. */
export const deleteAbandonedRuns = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(throwAwayPrefix))) {
    const folder = join(tmpdir(), name);
    if (!existsSync(join(folder, 'lock')) || lockOwnerOf(folder)) continue;
    // Another run may be deleting this folder.
    const taken = await takeOverFolder(folder).catch(() => undefined);
    if (taken) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface StartOptions extends Partial<Omit<ServerOptions, 'preferredPort'>> {
  readonly only?: readonly ServerRole[];
  /** URLs of existing servers to use. The start fails if one of them does not answer within 5 s. */
  readonly urls?: Partial<Record<ServerRole, string | undefined>>;
  readonly preferredPorts?: Readonly<Record<string, number>>;
  /** Starts and stops the servers. Default: a new supervisor, which owns `dataDir`. */
  readonly supervisor?: Supervisor;
}

/** Starts servers. Without `dataDir` they use a temporary folder without fsync, which `stop` deletes. */
export const startServers = async ({
  dataDir: given,
  durable = given !== undefined,
  only = ['postgres', 'nats', 'redis'],
  urls = {},
  preferredPorts = {},
  log = () => {},
  supervisor: shared,
  ...nats
}: StartOptions = {}) => {
  const dataDir = given ?? makeThrowAwayFolder();
  mkdirSync(dataDir, { recursive: true });
  const supervisor = shared ?? (await Supervisor.in(dataDir, { log }));
  const stop = async () => {
    if (!shared) await supervisor.stopAll();
    if (!given) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  /** URLs of the requested servers. */
  const found: Partial<Record<ServerRole, string>> = {};
  const start = async (role: ServerRole): Promise<void> => {
    const { prepare, answers } = kinds[role];
    const foreign = urls[role];
    if (!foreign) {
      const server = await prepare({ dataDir, durable, preferredPort: preferredPorts[role], log, ...nats });
      await supervisor.start(server);
      found[role] = server.url();
      return;
    }
    // The URL may list the servers of a cluster. An answer of the first server is enough.
    const url = new URL(foreign.split(',')[0] ?? foreign);
    await untilAnswered(() => answers(url), { timeoutMs: foreignTimeoutMs, what: `${role} at ${url.host}` });
    log(`${role} at ${url.host} from the environment`);
    found[role] = foreign;
  };
  const outcomes = await Promise.allSettled(only.map(start));
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused) {
    await stop();
    throw refused.reason;
  }
  return {
    databaseAdminUrl: found.postgres ?? '',
    natsUrl: found.nats ?? '',
    redisUrl: found.redis ?? '',
    get pids() {
      return supervisor.pids;
    },
    get ports() {
      return supervisor.ports;
    },
    stop,
  };
};

export type RunningServers = Awaited<ReturnType<typeof startServers>>;
