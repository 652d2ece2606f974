import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from './error-code.ts';

/** A process, told apart from every later process that gets the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

interface ProcessFacts {
  readonly name: string;
  /** As `ps` prints it; Z is a zombie, X a dead process. */
  readonly state: string;
  readonly startTime: string;
}

const onLinux = process.platform === 'linux';

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
};

const fromProc = (pid: number): ProcessFacts | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold brackets itself, so the fields are counted from the last one.
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      startTime: `${bootId()}:${fields[19]}`,
    };
  } catch {
    return undefined;
  }
};

const fromPs = (pid: number): ProcessFacts | undefined => {
  try {
    const text = execFileSync('ps', ['-o', 'state=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
    const [state = '', ...rest] = text.split(/\s+/);
    return { state, startTime: rest.slice(0, 5).join(' '), name: rest.slice(5).join(' ').split('/').at(-1) ?? '' };
  } catch {
    return undefined;
  }
};

/** The facts about a living process; undefined when there is none (a zombie counts as dead). */
const livingProcess = (pid: number): ProcessFacts | undefined => {
  const found = onLinux ? fromProc(pid) : fromPs(pid);
  return found && !found.state.startsWith('Z') && found.state !== 'X' ? found : undefined;
};

/** The short name of a living process (postgres, node); undefined when there is none. */
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

/** Waits until the condition holds, looking every 20 ms; false when the time (ms) is over. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
};

/**
 * Ends a process that may be no child of ours: the polite signal first, SIGKILL after the grace (ms).
 * Does nothing when the pid belongs to somebody else by now.
 */
export const endProcess = async (
  identity: ProcessIdentity,
  politeSignal: NodeJS.Signals = 'SIGTERM',
  graceMs = 15_000,
): Promise<void> => {
  if (!isAlive(identity)) return;
  signal(identity.pid, politeSignal);
  if (await waitUntil(() => !isAlive(identity), graceMs)) return;
  signal(identity.pid, 'SIGKILL');
  await waitUntil(() => !isAlive(identity), 5_000);
};
