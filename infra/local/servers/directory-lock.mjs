import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** Moves the dead lock away first: of two processes that found it only one can, and neither deletes the other's new lock. */
const removeStale = (file) => {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    const holder = readHolder(moved);
    if (holder && isAlive(holder)) linkSync(moved, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
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
  const ours = JSON.stringify(identify());
  const draft = `${file}.${process.pid}`;
  const take = () => {
    try {
      // A link appears at once with its content, so nobody ever reads a half-written lock.
      writeFileSync(draft, ours);
      linkSync(draft, file);
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = readHolder(file);
    if (!holder || !isAlive(holder)) removeStale(file);
    return false;
  };
  // The second look is for a lock whose holder has died: the first one only cleared it away.
  if (!take() && !(await waitUntil(take, waitMs))) throw new DirectoryLockedError(directory, readHolder(file) ?? { pid: 0 });
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
};
