import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp } from './bring-up.mjs';
import { buildServices, buildWeb, webDist } from './build.mjs';
import { repository } from './paths.mjs';
import { sweepAbandoned, throwAwayPrefixes } from './servers/start-servers.mjs';

/**
 * Starts a whole system of its own for journeys, browser tests, load tests and benchmarks, with the code of `npm start`: real servers, every
 * service a process of its own under a supervisor, free ports, limits that tests do not meet, no delay of XP.
 * @param {object} [options]
 * @param {string} [options.dataDir] a home folder that is kept, so that a later start finds the data; default: a temp folder that `stop` deletes
 * @param {Record<string, string | undefined>} [options.env] variables for all services, e.g. `{ RATE_LIMITS: 'strict' }`
 * @param {boolean} [options.durable] fsync on: for benchmarks, and for tests that are about losing power
 * @param {boolean} [options.web] the gateway serves the built web app
 * @param {string} [options.root] another folder with services/<name>/dist/main.js than this checkout; it is not built
 * @param {(line: string) => void} [options.log]
 */
export const startSystem = async ({ dataDir, env = {}, durable = false, web = false, root, log } = {}) => {
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
    overrides: env,
    log,
  });
  system.announce();
  return system;
};
