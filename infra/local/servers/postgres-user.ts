import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** User and group id of `nobody` on Linux. */
const nobody = 65534;
const asNobody = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

/** Without ids the command runs as this process's user. */
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

/** The closest ancestor folder that other users may not pass, if there is one. */
const closedFolderAbove = (path: string, uid: number): string | undefined => {
  const above = dirname(resolve(path));
  if (above === path) return undefined;
  const found = statSync(above, { throwIfNoEntry: false });
  const isOpen = !found || (found.mode & 0o001) !== 0 || found.uid === uid;
  return isOpen ? closedFolderAbove(above, uid) : above;
};

/** Gives advice instead of initdb's bare "Permission denied". */
const checkReach = (paths: readonly string[], uid: number, own: string): void => {
  for (const path of paths) {
    const closed = closedFolderAbove(path, uid);
    // `openFolderFor` opens the folder of our own data.
    if (!closed || closed === dirname(own) || closed === own) continue;
    throw new Error(
      `PostgreSQL refuses to run as root, and user ${uid} cannot pass through ${closed}. ` +
        `Start Hearsay as an ordinary user, move it to an open folder, or run: chmod o+x ${closed}`,
    );
  }
};

/**
 * PostgreSQL refuses to run as root. Root uses a user namespace that maps it to `nobody`: files stay root's, and closed
 * parent folders do not matter. Where namespaces are forbidden it runs as `nobody` by id. The owner of an existing data
 * directory decides, so that the two never mix.
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

/** Gives our new folder to the user of `withoutRoot`, and lets that user pass its parent. */
export const openFolderFor = (folder: string, uid: number, gid: number): void => {
  chownSync(folder, uid, gid);
  for (const path of [folder, dirname(folder)]) chmodSync(path, statSync(path).mode | 0o011);
};
