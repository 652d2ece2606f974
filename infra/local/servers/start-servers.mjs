import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers, Supervisor } from '../supervisor.mjs';
import { lockDirectory } from './directory-lock.mjs';
import { greetsWithJetStream, prepareNats } from './nats.mjs';
import { preparePostgres, selectOne } from './postgres.mjs';
import { answersPing, prepareRedis } from './redis.mjs';
import { untilAnswered } from './tcp-answer.mjs';

/** @typedef {'postgres' | 'nats' | 'redis'} ServerRole */

const prepare = { postgres: preparePostgres, nats: prepareNats, redis: prepareRedis };
/** Beginnings of the names of folders that may be deleted once their supervisor is dead. */
export const throwAwayPrefixes = { servers: 'hearsay-servers-', system: 'hearsay-system-' };
const foreignTimeoutMs = 5_000;

const checkForeign = {
  postgres: (url) => selectOne(url),
  nats: (url) => greetsWithJetStream(Number(new URL(url).port || 4222), new URL(url).hostname),
  redis: (url) => answersPing(Number(new URL(url).port || 6379), new URL(url).hostname),
};

/** Ends the servers that killed test runs have left behind in the temp folder, and deletes their data. */
export const sweepAbandoned = async () => {
  const isThrowAway = (name) => Object.values(throwAwayPrefixes).some((prefix) => name.startsWith(prefix));
  for (const name of readdirSync(tmpdir()).filter(isThrowAway)) {
    const directory = join(tmpdir(), name);
    const stateFile = join(directory, 'state.json');
    if (!existsSync(stateFile)) continue;
    const { running } = await endLeftovers(stateFile);
    if (!running) rmSync(directory, { recursive: true, force: true });
  }
};

/**
 * Starts real servers on free loopback ports and resolves when they answer.
 * @param {object} [options]
 * @param {string} [options.dataDir] kept after the stop; without it a folder in the temp directory is used and deleted
 * @param {boolean} [options.durable] fsync on (default: only with a dataDir)
 * @param {ServerRole[]} [options.only] default: all three
 * @param {Partial<Record<ServerRole, string | undefined>>} [options.urls] servers that exist already: reached within 5 s, or the start fails
 * @param {number} [options.maxConnections] of PostgreSQL
 * @param {import('./binaries.mjs').Binary} [options.natsBinary] one of `allNatsServers()`
 * @param {Record<string, number>} [options.preferredPorts] taken if they are free
 * @param {(line: string) => void} [options.log]
 * @param {Supervisor} [options.supervisor] starts (and later stops) the servers instead of one of their own without respawn
 */
export const startServers = async ({
  dataDir,
  durable = dataDir !== undefined,
  only,
  urls = {},
  maxConnections,
  natsBinary,
  preferredPorts = {},
  log,
  supervisor,
} = {}) => {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), throwAwayPrefixes.servers));
  mkdirSync(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  const own =
    supervisor ?? new Supervisor({ logDirectory: join(directory, 'logs'), stateFile: join(directory, 'state.json'), respawn: false, log });
  const stop = async () => {
    if (!supervisor) await own.stopAll();
    unlock();
    if (dataDir === undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = async (role) => {
    const given = urls[role];
    if (given) {
      await untilAnswered(() => checkForeign[role](given), { timeoutMs: foreignTimeoutMs, what: `${role} at ${new URL(given).host}` });
      log?.(`${role} at ${new URL(given).host} from the environment`);
      return [role, given];
    }
    const { spec, url } = await prepare[role]({
      dataDir: directory,
      durable,
      maxConnections,
      natsBinary,
      preferredPort: preferredPorts[role],
      log,
    });
    await own.start(spec);
    return [role, url()];
  };
  try {
    const outcomes = await Promise.allSettled((only ?? /** @type {ServerRole[]} */ (Object.keys(prepare))).map(start));
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused) throw refused.reason;
    const found = Object.fromEntries(outcomes.map((outcome) => outcome.value));
    return {
      /** @type {string} */ databaseAdminUrl: found.postgres,
      /** @type {string} */ natsUrl: found.nats,
      /** @type {string} */ redisUrl: found.redis,
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
