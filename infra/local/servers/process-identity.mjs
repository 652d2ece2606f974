import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A process, told apart from every later process that gets the same pid.
 * @typedef {{ pid: number, startTime: string }} ProcessIdentity
 */

const onLinux = process.platform === 'linux';

const linuxStat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold brackets itself, so the fields are counted from the last one.
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, end), state: fields[0], ticks: fields[19] };
  } catch {
    return undefined;
  }
};

const bootId = () => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
};

const psFields = (pid) => {
  try {
    const text = execFileSync('ps', ['-o', 'state=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
    const [state, ...rest] = text.split(/\s+/);
    return { state, startTime: rest.slice(0, 5).join(' '), name: rest.slice(5).join(' ').split('/').pop() };
  } catch {
    return undefined;
  }
};

/** The start time of a living process as an opaque text; undefined when there is none (a zombie counts as dead). */
export const startTimeOf = (pid) => {
  if (!onLinux) {
    const fields = psFields(pid);
    return fields && !fields.state.startsWith('Z') ? fields.startTime : undefined;
  }
  const stat = linuxStat(pid);
  return stat && stat.state !== 'Z' && stat.state !== 'X' ? `${bootId()}:${stat.ticks}` : undefined;
};

/** The short name of a living process (postgres, node); undefined when there is none. */
export const processName = (pid) => {
  const found = onLinux ? linuxStat(pid) : psFields(pid);
  return found && !found.state.startsWith('Z') ? found.name : undefined;
};

/** The working directory of a process; undefined when it cannot be read (another user's process, or no Linux). */
export const workingDirectory = (pid) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};

/**
 * @param {number} [pid]
 * @returns {ProcessIdentity | undefined}
 */
export const identify = (pid = process.pid) => {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime };
};

/** @param {ProcessIdentity | undefined} identity */
export const isAlive = (identity) => identity !== undefined && startTimeOf(identity.pid) === identity.startTime;

/** Waits until the condition holds, looking every 20 ms; false when the time (ms) is over. */
export const waitUntil = async (condition, timeoutMs) => {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
};

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};

/**
 * Ends a process that may be no child of ours: the polite signal first, SIGKILL after the grace (ms).
 * Does nothing when the pid belongs to somebody else by now.
 * @param {ProcessIdentity} identity
 */
export const endProcess = async (identity, politeSignal = 'SIGTERM', graceMs = 15_000) => {
  if (!isAlive(identity)) return;
  signal(identity.pid, politeSignal);
  if (await waitUntil(() => !isAlive(identity), graceMs)) return;
  signal(identity.pid, 'SIGKILL');
  await waitUntil(() => !isAlive(identity), 5_000);
};
