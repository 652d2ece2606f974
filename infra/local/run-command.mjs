import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * @typedef {object} Running
 * @property {import('node:child_process').ChildProcess} child
 * @property {boolean} hasGroup whether it leads a group of processes of its own
 */

/** @type {Set<Running>} */
const running = new Set();
/** How long a command that is told to end may take before it is killed. */
const endWithinMs = 10_000;
/** How often it looks whether anybody of a group is left. */
const lookEveryMs = 20;

/**
 * Sends a signal to a command, or to all of its group; 0 only asks. Answers whether there is anybody.
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
 * Where Linux gives every session a share of the processors of its own, niceness counts only inside of one, and a session has another (autogroup in sched(7)).
 * @param {number | undefined} pid of a session's leader
 */
const letSessionStandBack = (pid) => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, lastNiceness);
  } catch {
    // There is no such thing on this machine: then niceness is what counts.
  }
};

/**
 * Runs a command to its end with its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, limitMs?: number, standsBack?: boolean, hasWorkers?: boolean }} [options] quiet: the output is
 * only shown when it fails; after the limit it is killed; one that stands back gets the processors when nobody else wants them; one that has workers is ended
 * together with them, who might not notice that it has gone
 * @returns {Promise<number>} the exit code (128 when a signal ended it, 127 when it could not be started)
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
 * Ends every command that is still running, with its workers: a signal to this process alone does not reach them. Resolves when all have ended.
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
