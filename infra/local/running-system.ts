import { readFileSync } from 'node:fs';
import { homeFiles, localHome } from './paths.mjs';
import { errorCode, lockOwnerOf } from './servers/processes.ts';
import type { ServiceName } from './service-list.ts';

export interface Login {
  readonly role: string;
  readonly username: string;
  readonly password: string;
}

export interface RunningFile {
  readonly url: string;
  readonly logins: readonly Login[];
  readonly pids: Record<string, number>;
  readonly ports: Record<string, number>;
}

export interface EnvironmentFile {
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly databaseAdminUrl: string;
  readonly gatewayUrl: string;
  readonly services: Record<ServiceName, Record<string, string>>;
}

/** @throws when no system runs */
export const readRunningSystem = (home = localHome): { running: RunningFile; environment: EnvironmentFile } => {
  const files = homeFiles(home);
  try {
    const running = JSON.parse(readFileSync(files.running, 'utf8')) as RunningFile;
    const environment = JSON.parse(readFileSync(files.environment, 'utf8')) as EnvironmentFile;
    if (lockOwnerOf(home)) return { running, environment };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  throw new Error('Hearsay does not run here. Start it first in another terminal: npm start');
};
