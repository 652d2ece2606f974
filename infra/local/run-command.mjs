import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** How long a command that is told to end may take before it is killed. */
const endWithinMs = 10_000;

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
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, limitMs?: number, standsBack?: boolean }} [options] quiet: the output is only shown when
 * it fails; after the limit it is killed; one that stands back gets the processors when nobody else wants them
 * @returns {Promise<number>} the exit code (128 when a signal ended it, 127 when it could not be started)
 */
export const runCommand = (command, args, { cwd, env, quiet = false, limitMs, standsBack = false } = {}) =>
  new Promise((resolve) => {
    const [program = command, ...given] = [...(standsBack ? ['nice', '-n', lastNiceness] : []), command, ...args];
    const child = spawn(program, given, {
      detached: standsBack,
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    if (standsBack) letSessionStandBack(child.pid);
    running.add(child);
    child.once('exit', () => running.delete(child));
    const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      running.delete(child);
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
 * Ends every command that is still running: a signal to this process alone does not reach them. Resolves when all have ended.
 * @returns {Promise<void>}
 */
export const endCommands = async () => {
  const ended = [...running].map(
    (child) =>
      new Promise((resolve) => {
        const late = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
        child.once('exit', () => {
          clearTimeout(late);
          resolve(undefined);
        });
        child.kill('SIGTERM');
      }),
  );
  await Promise.all(ended);
};
