import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** How long a command that is told to end may take before it is killed. */
const endWithinMs = 10_000;

/**
 * Runs a command to its end with its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, limitMs?: number }} [options] quiet: the output is only shown when
 * it fails; after the limit it is killed
 * @returns {Promise<number>} the exit code (128 when a signal ended it, 127 when it could not be started)
 */
export const runCommand = (command, args, { cwd, env, quiet = false, limitMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
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
