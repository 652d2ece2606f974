import { type BringUpOptions, bringUpSystem, type System } from './bring-up.ts';
import { buildServices, buildWeb, webDist } from './build.ts';
import { repository } from './paths.mjs';
import type { Variables } from './servers/processes.ts';
import { deleteAbandonedRuns, makeThrowAwayFolder } from './servers/start-servers.ts';

/** Benchmarks, and tests that kill PostgreSQL, need the option `durable`. */
export interface SystemOptions
  extends Partial<Omit<BringUpOptions, 'home' | 'throwAway' | 'nodeEnvironment' | 'webRoot' | 'overrides'>> {
  readonly dataDir?: string;
  readonly env?: Variables;
  readonly web?: boolean;
}

/**
 * Starts a system for tests and benchmarks by the code of `npm start`. It has real servers, free ports, generous limits
 * and no delay of anonymous XP.
 */
export const startSystem = async (options: SystemOptions = {}): Promise<System> => {
  const { dataDir, env = {}, durable = false, web = false, root, ...others } = options;
  if (!root) await buildServices();
  if (web) await buildWeb();
  if (!dataDir) await deleteAbandonedRuns();
  const system = await bringUpSystem({
    home: dataDir ?? makeThrowAwayFolder(),
    throwAway: dataDir === undefined,
    root: root ?? repository,
    nodeEnvironment: 'test',
    durable,
    webRoot: web ? webDist : '',
    overrides: env,
    ...others,
  });
  system.announce();
  return system;
};
