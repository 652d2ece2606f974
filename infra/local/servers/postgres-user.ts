import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The user id, and group id, of nobody on Linux. */
const nobody = 65534;
const asNobody = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

/** A command as it has to be run; without ids it runs as this process's user. */
interface WrappedCommand {
  readonly command: string;
  readonly args: string[];
  readonly uid?: number;
  readonly gid?: number;
}

const canUnshare = (): boolean => {
  try {
    execFileSync('unshare', [...asNobody, 'true'], { stdio: 'ignore', env: process.env });
    return true;
  } catch {
    return false;
  }
};

/** The closest folder above the path that others may not pass through; undefined when all are open. */
const closedFolderAbove = (path: string, uid: number): string | undefined => {
  const above = dirname(resolve(path));
  if (above === path) return undefined;
  const found = statSync(above, { throwIfNoEntry: false });
  const isOpen = !found || (found.mode & 0o001) !== 0 || found.uid === uid;
  return isOpen ? closedFolderAbove(above, uid) : above;
};

/** Says what to do instead of the bare "Permission denied" with which initdb would end. */
const checkReach = (paths: readonly string[], uid: number, own: string): void => {
  for (const path of paths) {
    const closed = closedFolderAbove(path, uid);
    // The folder that holds our own data is opened by openFolderFor.
    if (!closed || closed === dirname(own) || closed === own) continue;
    throw new Error(
      `PostgreSQL refuses to run as root, and user ${uid} cannot pass through ${closed}. ` +
        `Start Hearsay as an ordinary user, move it to an open folder, or run: chmod o+x ${closed}`,
    );
  }
};

/**
 * Wraps a PostgreSQL program so that it does not run as root, which it refuses.
 * As root: a user namespace in which root appears as nobody (files stay root's, closed parent directories do not matter), and where
 * namespaces are forbidden nobody by id. The owner of an existing data directory decides, so that both never mix.
 * @param dataDirectory the folder that the program writes to
 */
export const withoutRoot = (dataDirectory: string): ((command: string, args: string[]) => WrappedCommand) => {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args });
  const owner = statSync(dataDirectory, { throwIfNoEntry: false })?.uid;
  if (!owner && canUnshare()) return (command, args) => ({ command: 'unshare', args: [...asNobody, command, ...args] });
  const uid = owner || nobody;
  return (command, args) => {
    checkReach([command, dataDirectory], uid, dirname(dataDirectory));
    return { command, args, uid, gid: nobody };
  };
};

/** Gives the folder (our own, new) to the user that `withoutRoot` chose, and lets that user pass through its parent. */
export const openFolderFor = (folder: string, uid: number, gid: number): void => {
  chownSync(folder, uid, gid);
  for (const path of [folder, dirname(folder)]) chmodSync(path, statSync(path).mode | 0o011);
};
