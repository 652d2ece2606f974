import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const nobody = 65534;
const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

const canUnshare = () => {
  try {
    execFileSync(namespace[0], [...namespace.slice(1), 'true'], { stdio: 'ignore', env: process.env });
    return true;
  } catch {
    return false;
  }
};

const userId = (name) => {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' })));
    return { uid, gid };
  } catch {
    return undefined;
  }
};

/**
 * Wraps a PostgreSQL program so that it does not run as root, which it refuses.
 * As root: a user namespace in which root appears as nobody (files stay root's, closed parent directories do not matter), and where
 * namespaces are forbidden the user postgres or nobody by id. The owner of an existing data directory decides, so that both never mix.
 * @param {string} dataDirectory the folder that the program writes to
 * @returns {(command: string, args: string[]) => { command: string, args: string[], uid?: number, gid?: number }}
 */
export const withoutRoot = (dataDirectory) => {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args });
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory).uid : undefined;
  if (owner ? false : canUnshare()) return (command, args) => ({ command: namespace[0], args: [...namespace.slice(1), command, ...args] });
  const user = userId('postgres') ?? userId('nobody') ?? { uid: nobody, gid: nobody };
  const uid = owner || user.uid;
  return (command, args) => ({ command, args, uid, gid: user.gid });
};

/** Gives `dataDir`/postgres (our own, new) to the user that `withoutRoot` chose, and lets him pass through `dataDir`. */
export const openFolderFor = (folder, { uid, gid }) => {
  if (uid === undefined) return;
  chownSync(folder, uid, gid);
  for (const path of [folder, dirname(folder)]) chmodSync(path, statSync(path).mode | 0o011);
};
