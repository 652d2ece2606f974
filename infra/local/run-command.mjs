import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * @typedef {object} Running
 * @property {import('node:child_process').ChildProcess} child
 * @property {boolean} hasGroup whether it leads a process group
 */

/** @type {Set<Running>} */
const running = new Set();
const endWithinMs = 10_000;
const lookEveryMs = 20;

/**
 * Signals a command or its whole group; 0 only checks. Returns whether a process is left.
 * @param {Running} command
 * @param {NodeJS.Signals | 0} signal
 */
const tell = ({ child, hasGroup }, signal) => {
  if (!hasGroup || child.pid === undefined)
    return child.exitCode === null && child.signalCode === null && child.kill(signal);
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
};

const lastNiceness = '19';

/**
 * Linux may share processors by session (autogroup in sched(7)). Niceness then counts only inside a session.
 * @param {number | undefined} pid of a session's leader
 */
const letSessionStandBack = (pid) => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, lastNiceness);
  } catch {
    // This kernel has no autogroups, so niceness applies.
  }
};

/**
 * Runs a command to its end, with its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, limitMs?: number, standsBack?:
 * boolean, hasWorkers?: boolean }} [options] `quiet` shows the output only after a failure. `limitMs` ends in a kill.
 * `standsBack` yields to all other processes. `hasWorkers` ends its workers with it, since they might not notice its
 * end.
 * @returns {Promise<number>} the exit code: 128 after a signal, 127 if it could not start
 */
export const runCommand = (
  command,
  args,
  { cwd, env, quiet = false, limitMs, standsBack = false, hasWorkers = false } = {},
) =>
  new Promise((resolve) => {
    const [program = command, ...given] = [...(standsBack ? ['nice', '-n', lastNiceness] : []), command, ...args];
    const hasGroup = standsBack || hasWorkers;
    const child = spawn(program, given, {
      detached: hasGroup,
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    if (standsBack) letSessionStandBack(child.pid);
    const started = { child, hasGroup };
    running.add(started);
    child.once('exit', () => running.delete(started));
    const limit = limitMs === undefined ? undefined : setTimeout(() => tell(started, 'SIGKILL'), limitMs);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      running.delete(started);
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 128);
    });
  });

/**
 * Ends all running commands with their workers, which a signal to this process does not reach.
 * @returns {Promise<void>}
 */
export const endCommands = async () => {
  await Promise.all([...running].map(endOne));
};

/** @param {Running} command */
const endOne = async (command) => {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    tell(command, signal);
    const until = performance.now() + endWithinMs;
    while (tell(command, 0) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
};
