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
  readonly dataDir?: string;
  readonly env?: Variables;
  /** fsync, for benchmarks and for tests of power loss. */
  readonly durable?: boolean;
  readonly web?: boolean;
  readonly root?: string;
  readonly log?: Log;
  readonly onStoppable?: (stop: () => Promise<void>) => void;
}

/**
 * For journeys, browser tests, load tests and benchmarks, with the code of `npm start`: real servers, free ports,
 * generous limits and no delay of XP.
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
