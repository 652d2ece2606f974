import { readFileSync } from 'node:fs';
import { homeFiles, localHome } from './paths.mjs';
import { identify } from './servers/process-identity.mjs';

/**
 * The running local system, as `npm start` has written it down: its public side and, for operators, its services' environment.
 * Throws when none runs.
 */
export const runningSystem = (home = localHome) => {
  const files = homeFiles(home);
  try {
    const running = JSON.parse(readFileSync(files.running, 'utf8'));
    const environment = JSON.parse(readFileSync(files.environment, 'utf8'));
    if (identify(running.pids.supervisor)) return { running, environment };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  throw new Error('Hearsay does not run here. Start it first in another terminal: npm start');
};
