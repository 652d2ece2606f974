import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp, type System } from './bring-up.ts';
import { buildServices, buildWeb, webDist } from './build.ts';
import { migratedDatabases } from './migrated-databases.ts';
import { repository } from './paths.mjs';
import type { Log } from './servers/packages.ts';
import type { Variables } from './servers/processes.ts';
import { sweepAbandoned, throwAwayPrefixes } from './servers/start-servers.ts';

export interface SystemOptions {
  /** A home folder that is kept, so that a later start finds the data; default: a temp folder that `stop` deletes. */
  readonly dataDir?: string;
  /** Variables for all services, e.g. `{ RATE_LIMITS: 'strict' }`. */
  readonly env?: Variables;
  /** fsync on: for benchmarks, and for tests that are about losing power. */
  readonly durable?: boolean;
  /** The gateway serves the built web app. */
  readonly web?: boolean;
  /** Another folder with services/<name>/dist/main.js than this checkout; it is not built. */
  readonly root?: string;
  readonly log?: Log;
  /** Called with the stop function before anything is started. */
  readonly onStoppable?: (stop: () => Promise<void>) => void;
}

/**
 * Starts a whole system of its own for journeys, browser tests, load tests and benchmarks, with the code of `npm start`: real servers, every
 * service a process of its own under a supervisor, free ports, limits that tests do not meet, no delay of XP.
 */
export const startSystem = async ({
  dataDir,
  env = {},
  durable = false,
  web = false,
  root,
  log,
  onStoppable,
}: SystemOptions = {}): Promise<System> => {
  if (!root) await buildServices();
  if (web) await buildWeb();
  if (!dataDir) await sweepAbandoned();
  const system = await bringUp({
    home: dataDir ?? mkdtempSync(join(tmpdir(), throwAwayPrefixes.system)),
    throwAway: dataDir === undefined,
    root: root ?? repository,
    nodeEnvironment: 'test',
    durable,
    webRoot: web ? webDist : '',
    migrated: root ? undefined : migratedDatabases(repository),
    overrides: env,
    log,
    ...(onStoppable && { onStoppable }),
  });
  system.announce();
  return system;
};
