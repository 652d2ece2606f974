import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Log = (line: string) => void;
export type Variables = Record<string, string | undefined>;

/**
 * The environment of a server process, with C locale and UTC. It lacks PG* variables, which would change the server.
 */
export const serverEnvironment = (extra: Readonly<Variables> = {}): Variables => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG$)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', ...extra };
};

/** Deletes PG* variables, so that clients and migrations in this process do not use them. */
export const dropPostgresVariables = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
};

/** The code of a system error, such as "ENOENT". In jest such errors are not instances of `Error`. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

export const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

/** Checks a condition until it is true. @returns false after the time limit */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
};

/** Distinguishes a process from later ones with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

const fromProc = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name in brackets may contain brackets, so the fields begin after the last bracket.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { name: text.slice(text.indexOf('(') + 1, end), state: fields[0] ?? '', startTime: `${boot}:${fields[19]}` };
};

const fromPs = (pid: number) => {
  const args = ['-o', 'state=,lstart=,comm=', '-p', String(pid)];
  const [state = '', ...rest] = execFileSync('ps', args, { encoding: 'utf8', stdio: 'pipe' }).trim().split(/\s+/);
  return { state, startTime: rest.slice(0, 5).join(' '), name: rest.slice(5).join(' ').split('/').at(-1) ?? '' };
};

/** @returns undefined for a dead process or a zombie */
const livingProcess = (pid: number): { name: string; startTime: string } | undefined => {
  try {
    const { state, ...found } = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
    return /^[ZX]/.test(state) ? undefined : found;
  } catch {
    return undefined;
  }
};

export const processName = (pid: number): string | undefined => livingProcess(pid)?.name;

/** @returns undefined if the folder cannot be read, which needs Linux and a process of the same user */
export const workingDirectory = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};

export const identifyProcess = (pid: number = process.pid): ProcessIdentity | undefined => {
  const startTime = livingProcess(pid)?.startTime;
  return startTime === undefined ? undefined : { pid, startTime };
};

/** False if a later process has the pid. */
export const isAlive = (identity: ProcessIdentity | undefined): boolean =>
  identity !== undefined && livingProcess(identity.pid)?.startTime === identity.startTime;

/** Time from the polite signal to SIGKILL. */
export const stopGraceMs = 15_000;
const killedWithinMs = 5_000;

/** Ends a process, and kills it after 15 s. Does nothing if another process has the pid by now. */
export const endProcess = async (identity: ProcessIdentity, politeSignal: NodeJS.Signals): Promise<void> => {
  for (const [signal, limitMs] of [[politeSignal, stopGraceMs] as const, ['SIGKILL', killedWithinMs] as const]) {
    if (!isAlive(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    await waitUntil(() => !isAlive(identity), limitMs);
  }
};

const lockOf = (folder: string) => join(folder, 'lock');

/** Undefined if the folder is not locked, or if the owner of the lock is dead. */
export const lockOwnerOf = (folder: string): ProcessIdentity | undefined => {
  const owner = readJson<ProcessIdentity>(lockOf(folder));
  return isAlive(owner) ? owner : undefined;
};

const inUse = (folder: string): Error => {
  const pid = lockOwnerOf(folder)?.pid;
  const url = readJson<{ url: string }>(join(folder, 'running.json'))?.url;
  const runs = `Hearsay already runs in ${folder} (process ${pid})${url ? `: ${url}` : ''}.`;
  return new Error(`${runs} Stop it first (Ctrl-C there, or kill ${pid}).`);
};

/** Renames the stale lock before its deletion. Only one of two processes can rename it, so no new lock is deleted. */
const removeStale = (file: string): void => {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    if (isAlive(readJson(moved))) linkSync(moved, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(errorCode(error)))) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
};

/**
 * Locks a folder, because two NATS or Redis servers must not start on the same files. Replaces the lock of a dead
 * owner.
 * @param waitMs how long to wait for a living owner. With 0 the lock is refused at once
 * @returns a function that releases the lock
 */
export const lockFolder = async (folder: string, waitMs = 0): Promise<() => void> => {
  mkdirSync(folder, { recursive: true });
  const file = lockOf(folder);
  const draft = `${file}.${process.pid}`;
  const take = () => {
    try {
      // A hard link to a complete file, so no reader sees an incomplete lock.
      writeFileSync(draft, JSON.stringify(identifyProcess()));
      linkSync(draft, file);
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (!lockOwnerOf(folder)) removeStale(file);
    return false;
  };
  // The first attempt may only remove a dead owner's lock, so a second attempt follows.
  if (!take() && !(await waitUntil(take, waitMs))) throw inUse(folder);
  return () => {
    if (readJson<ProcessIdentity>(file)?.pid === process.pid) rmSync(file, { force: true });
  };
};

interface RecordedChild extends ProcessIdentity {
  readonly role: string;
  readonly stopSignal: NodeJS.Signals;
}

/** Locks a folder, then ends the children of a killed owner. @throws if a living process owns the folder */
export const takeOverFolder = async (folder: string, log: Log = () => {}) => {
  const release = await lockFolder(folder);
  const file = join(folder, 'state.json');
  const left = (readJson<{ children: RecordedChild[] }>(file)?.children ?? []).filter(isAlive);
  await Promise.all(left.map((child) => endProcess(child, child.stopSignal)));
  if (left.length > 0) log(`Ended what a killed start had left behind: ${left.map(({ role }) => role).join(', ')}.`);
  return {
    /** Writes the child processes to a file, so that the next owner can end them after a `kill -9` of this process. */
    record: (children: readonly RecordedChild[]) => writeAtomically(file, JSON.stringify({ children }), 0o600),
    release: () => {
      rmSync(file, { force: true });
      release();
    },
  };
};

export type OwnedFolder = Awaited<ReturnType<typeof takeOverFolder>>;
