import { type BringUpOptions, bringUp, type System } from './bring-up.ts';
import { buildServices, buildWeb, webDist } from './build.ts';
import { repository } from './paths.mjs';
import type { Log, Variables } from './servers/processes.ts';
import { sweepAbandoned, throwAwayFolder } from './servers/start-servers.ts';

export interface SystemOptions {
  readonly dataDir?: string;
  readonly env?: Variables;
  /** If true, the servers fsync. Benchmarks need it, and tests that kill PostgreSQL. */
  readonly durable?: boolean;
  readonly web?: boolean;
  readonly processesEach?: number;
  readonly twice?: BringUpOptions['twice'];
  readonly environmentOf?: BringUpOptions['environmentOf'];
  readonly ownServers?: BringUpOptions['ownServers'];
  readonly root?: string;
  readonly rootOf?: BringUpOptions['rootOf'];
  readonly log?: Log;
  readonly onStoppable?: (stop: () => Promise<void>) => void;
}

/**
 * Starts a system for tests and benchmarks by the code of `npm start`. It has real servers, free ports, generous limits
 * and no delay of anonymous XP.
 */
export const startSystem = async (options: SystemOptions = {}): Promise<System> => {
  const { dataDir, env = {}, durable = false, web = false, root, ...others } = options;
  if (!root) await buildServices();
  if (web) await buildWeb();
  if (!dataDir) await sweepAbandoned();
  const system = await bringUp({
    home: dataDir ?? throwAwayFolder(),
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
