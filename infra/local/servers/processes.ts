import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The variables of a process; what is undefined is not passed on. */
export type Variables = Record<string, string | undefined>;

/** The environment of a server: plain C locale and UTC, and no PG* variable of the person at the keyboard (they would redirect it). */
export const serverEnvironment = (extra: Readonly<Variables> = {}): Variables => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG$)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', ...extra };
};

/** Takes the PG* variables out of this process too: our own clients and the migrations would heed them. */
export const dropPostgresVariables = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
};

/** The code of a system error ("ENOENT"). An error of Node itself is no `Error` of jest's own world, so its class says nothing. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Writes a file so that no reader ever sees half of it. */
export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

/** The content of a JSON file; undefined when there is none that can be read. */
export const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

/** Waits until the condition holds, looking every 20 ms; false when the time (ms) is over. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
};

/** A process, told apart from every later process that gets the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

const fromProc = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold brackets itself, so the fields are counted from the last one.
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

/** The short name (postgres, node) and the start of a living process; undefined when there is none. A zombie counts as dead. */
const livingProcess = (pid: number): { name: string; startTime: string } | undefined => {
  try {
    const { state, ...found } = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
    return /^[ZX]/.test(state) ? undefined : found;
  } catch {
    return undefined;
  }
};

export const processName = (pid: number): string | undefined => livingProcess(pid)?.name;

/** The working directory of a process; undefined when it cannot be read (another user's process, or no Linux). */
export const workingDirectory = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};

/** Names a process for later; undefined when no living process has the pid. */
export const identify = (pid: number = process.pid): ProcessIdentity | undefined => {
  const startTime = livingProcess(pid)?.startTime;
  return startTime === undefined ? undefined : { pid, startTime };
};

export const isAlive = (identity: ProcessIdentity | undefined): boolean =>
  identity !== undefined && livingProcess(identity.pid)?.startTime === identity.startTime;

/** How long a process may take to end by itself before it is killed. */
export const stopGraceMs = 15_000;
/** How long a killed process may take to be gone. */
const killedWithinMs = 5_000;

/** Ends a process that may be no child of ours, with SIGKILL if it has to be. Another process that has its pid by now is left alone. */
export const endProcess = async (identity: ProcessIdentity, politeSignal: NodeJS.Signals): Promise<void> => {
  for (const [signal, limitMs] of [[politeSignal, stopGraceMs] as const, ['SIGKILL', killedWithinMs] as const]) {
    if (!isAlive(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
    await waitUntil(() => !isAlive(identity), limitMs);
  }
};

/** Another living process holds the lock: `holder` says which. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
  readonly holder: { readonly pid: number };

  constructor(directory: string, holder: { readonly pid: number }) {
    super(`${directory} is in use by process ${holder.pid}.`);
    this.holder = holder;
  }
}

const lockOf = (directory: string) => join(directory, 'lock');

/** The living process that has locked a directory. */
export const lockHolder = (directory: string): ProcessIdentity | undefined => {
  const holder = readJson<ProcessIdentity>(lockOf(directory));
  return isAlive(holder) ? holder : undefined;
};

/** Moves the dead lock away first: of two processes that found it only one can, and neither deletes the other's new lock. */
const removeStale = (file: string): void => {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    if (isAlive(readJson(moved))) linkSync(moved, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
};

/**
 * Takes the directory for this process. NATS and Redis take no lock themselves: two of each would start happily on the same files.
 * A lock whose holder died is taken over.
 * @param waitMs how long to wait for a living holder; 0 = refuse at once with DirectoryLockedError
 * @returns gives the lock back
 */
export const lockDirectory = async (directory: string, waitMs = 0): Promise<() => void> => {
  mkdirSync(directory, { recursive: true });
  const file = lockOf(directory);
  const draft = `${file}.${process.pid}`;
  const take = () => {
    try {
      // A link appears at once with its content, so nobody ever reads a half-written lock.
      writeFileSync(draft, JSON.stringify(identify()));
      linkSync(draft, file);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (!lockHolder(directory)) removeStale(file);
    return false;
  };
  // The second look is for a lock whose holder has died: the first one only cleared it away.
  if (!take() && !(await waitUntil(take, waitMs)))
    throw new DirectoryLockedError(directory, lockHolder(directory) ?? { pid: 0 });
  return () => {
    if (readJson<ProcessIdentity>(file)?.pid === process.pid) rmSync(file, { force: true });
  };
};

interface RecordedChild extends ProcessIdentity {
  readonly role: string;
  readonly stopSignal: NodeJS.Signals;
}

interface RecordedState {
  readonly supervisor: ProcessIdentity | undefined;
  readonly children: readonly RecordedChild[];
}

/** Names the running children in the state file, so that the next start can end what a kill -9 of this process leaves behind. */
export const recordChildren = (stateFile: string, children: readonly RecordedChild[]): void => {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeAtomically(stateFile, JSON.stringify({ supervisor: identify(), children } satisfies RecordedState), 0o600);
};

/** Whether the supervisor that wrote the state file lives. Its pid may belong to another process by now. */
export const isSupervised = (stateFile: string): boolean => isAlive(readJson<RecordedState>(stateFile)?.supervisor);

/**
 * Ends what a supervisor that was killed has left behind; a living supervisor is left alone.
 * @returns the living supervisor, or the roles that were ended
 */
export const endLeftovers = async (stateFile: string): Promise<{ running?: ProcessIdentity; ended: string[] }> => {
  const state = readJson<RecordedState>(stateFile);
  if (!state) return { ended: [] };
  if (state.supervisor && isAlive(state.supervisor)) return { running: state.supervisor, ended: [] };
  const left = state.children.filter(isAlive);
  await Promise.all(left.map((child) => endProcess(child, child.stopSignal)));
  rmSync(stateFile, { force: true });
  return { ended: left.map((child) => child.role) };
};
