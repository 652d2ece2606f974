import { readFileSync } from 'node:fs';
import { homeFiles, localHome } from './paths.mjs';
import { codeOf, isSupervised } from './servers/processes.ts';
import type { ServiceName } from './service-list.ts';

/** A login that the start prints. */
export interface Login {
  readonly role: string;
  readonly username: string;
  readonly password: string;
}

/** What running.json says: where everything is while everything answers. */
export interface RunningFile {
  readonly url: string;
  readonly logins: readonly Login[];
  readonly pids: Record<string, number>;
  readonly ports: Record<string, number>;
}

/** What environment.json says, for operators' programs. */
export interface EnvironmentFile {
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly databaseAdminUrl: string;
  readonly gatewayUrl: string;
  readonly services: Record<ServiceName, Record<string, string>>;
}

/**
 * The running local system, as `npm start` has written it down: its public side and, for operators, its services' environment.
 * Throws when none runs.
 */
export const runningSystem = (home = localHome): { running: RunningFile; environment: EnvironmentFile } => {
  const files = homeFiles(home);
  try {
    const running = JSON.parse(readFileSync(files.running, 'utf8')) as RunningFile;
    const environment = JSON.parse(readFileSync(files.environment, 'utf8')) as EnvironmentFile;
    if (isSupervised(files.state)) return { running, environment };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  throw new Error('Hearsay does not run here. Start it first in another terminal: npm start');
};
