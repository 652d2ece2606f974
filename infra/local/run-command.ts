import { type ChildProcess, spawn } from 'node:child_process';
import { waitUntil } from './servers/processes.ts';

interface Running {
  readonly child: ChildProcess;
  readonly leadsGroup: boolean;
}

const running = new Set<Running>();
const endWithinMs = 10_000;

/**
 * Sends a signal to a command, or to its process group. The signal 0 sends nothing. @returns true if a process is left
 */
const signalProcess = ({ child, leadsGroup }: Running, signal: NodeJS.Signals | 0): boolean => {
  if (!leadsGroup || child.pid === undefined)
    return child.exitCode === null && child.signalCode === null && child.kill(signal);
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
};

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shows the output only after a failure. */
  readonly quiet?: boolean;
  /** Kills the command after this time. */
  readonly limitMs?: number;
  /** If true, `endCommands` also ends the command's child processes. They might not notice the end of the command. */
  readonly hasWorkers?: boolean;
}

/**
 * Runs a command to its end. Its output goes to this process's output.
 * @returns the exit code: 128 after a signal, 127 if it could not start
 */
export const runCommand = (command: string, args: readonly string[], options: Options = {}): Promise<number> =>
  new Promise((resolve) => {
    const { cwd, env, quiet = false, limitMs, hasWorkers: leadsGroup = false } = options;
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      detached: leadsGroup,
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    const started = { child, leadsGroup };
    running.add(started);
    const limit = limitMs === undefined ? undefined : setTimeout(() => signalProcess(started, 'SIGKILL'), limitMs);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
    const end = (code: number) => {
      clearTimeout(limit);
      running.delete(started);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      end(127);
    });
    child.on('close', (code) => {
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(said));
      end(code ?? 128);
    });
  });

/** Ends all running commands and their child processes. A signal to this process would not reach them. */
export const endCommands = async (): Promise<void> => {
  const endOne = async (command: Running) => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      signalProcess(command, signal);
      await waitUntil(() => !signalProcess(command, 0), endWithinMs);
    }
  };
  await Promise.all([...running].map(endOne));
};
