import { spawn } from 'node:child_process';

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
    const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 128);
    });
  });
