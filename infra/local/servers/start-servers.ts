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

/** Folders with these prefixes may be deleted once their supervisor is dead. */
export const throwAwayPrefixes = { servers: 'hearsay-servers-', system: 'hearsay-system-' };
const foreignTimeoutMs = 5_000;

export const sweepAbandoned = async (): Promise<void> => {
  const isThrowAway = (name: string) => Object.values(throwAwayPrefixes).some((prefix) => name.startsWith(prefix));
  for (const name of readdirSync(tmpdir()).filter(isThrowAway)) {
    const directory = join(tmpdir(), name);
    const stateFile = join(directory, 'state.json');
    if (!existsSync(stateFile)) continue;
    const { running } = await endLeftovers(stateFile);
    // A parallel run may be deleting it too.
    if (!running) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface StartOptions extends Pick<ServerOptions, 'natsBinary' | 'natsUsers'> {
  readonly dataDir?: string | undefined;
  /** fsync. Default: only with a dataDir. */
  readonly durable?: boolean;
  readonly only?: readonly ServerRole[];
  /** Existing servers. The start fails if one is not reached within 5 s. */
  readonly urls?: Partial<Record<ServerRole, string | undefined>>;
  readonly preferredPorts?: Readonly<Record<string, number>>;
  readonly log?: Log | undefined;
  /** Starts and stops the servers. Default: a supervisor without respawn. */
  readonly supervisor?: Supervisor;
}

export const startServers = async ({
  dataDir,
  durable = dataDir !== undefined,
  only = ['postgres', 'nats', 'redis'],
  urls = {},
  preferredPorts = {},
  log = () => {},
  supervisor: given,
  ...nats
}: StartOptions = {}) => {
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
  const start = async (role: ServerRole): Promise<string> => {
    const { prepare, answers } = kinds[role];
    const foreign = urls[role];
    if (foreign) {
      // One answering server of a cluster is enough.
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
  /** Empty for a server that was not requested. */
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

export type RunningServers = Awaited<ReturnType<typeof startServers>>;
