import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './error-code.ts';
import { identify, isAlive, type ProcessIdentity, waitUntil } from './process-identity.ts';

/** Another living process holds the lock: `holder` says which. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
  readonly holder: { readonly pid: number };

  constructor(directory: string, holder: { readonly pid: number }) {
    super(`${directory} is in use by process ${holder.pid}.`);
    this.holder = holder;
  }
}

const readHolder = (file: string): ProcessIdentity | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
};

/** Moves the dead lock away first: of two processes that found it only one can, and neither deletes the other's new lock. */
const removeStale = (file: string): void => {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    if (isAlive(readHolder(moved))) linkSync(moved, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
};

/**
 * Takes the directory for this process. NATS and Redis take no lock themselves: two of each would start happily on the same files.
 * A lock whose holder died is taken over.
 * @param options.waitMs how long to wait for a living holder; 0 = refuse at once with DirectoryLockedError
 * @returns gives the lock back
 */
export const lockDirectory = async (
  directory: string,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<() => void> => {
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
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (!isAlive(readHolder(file))) removeStale(file);
    return false;
  };
  // The second look is for a lock whose holder has died: the first one only cleared it away.
  if (!take() && !(await waitUntil(take, waitMs)))
    throw new DirectoryLockedError(directory, readHolder(file) ?? { pid: 0 });
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
};
