import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isAlive, waitUntil } from './process-identity.mjs';

/** Another living process holds the lock: `holder` says which. */
export class DirectoryLockedError extends Error {
  constructor(directory, holder) {
    super(`${directory} is in use by process ${holder.pid}.`);
    this.name = 'DirectoryLockedError';
    this.holder = holder;
  }
}

const readHolder = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Takes the directory for this process. NATS and Redis take no lock themselves: two of each would start happily on the same files.
 * A lock whose holder died is taken over.
 * @param {string} directory
 * @param {{ waitMs?: number }} [options] how long to wait for a living holder; 0 = refuse at once with DirectoryLockedError
 * @returns {Promise<() => void>} gives the lock back
 */
export const lockDirectory = async (directory, { waitMs = 0 } = {}) => {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'lock');
  const ours = identify();
  const take = () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        writeFileSync(file, JSON.stringify(ours), { flag: 'wx' });
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return false;
      rmSync(file, { force: true });
    }
    return false;
  };
  if (!(await waitUntil(take, waitMs))) throw new DirectoryLockedError(directory, readHolder(file) ?? { pid: 0 });
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
};
