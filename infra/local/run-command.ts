import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { waitUntil } from './servers/processes.ts';

interface Running {
  readonly child: ChildProcess;
  readonly leadsGroup: boolean;
}

const running = new Set<Running>();
const endWithinMs = 10_000;

/** Signals a command or its whole group; 0 only checks. Returns whether a process is left. */
const tell = ({ child, leadsGroup }: Running, signal: NodeJS.Signals | 0): boolean => {
  if (!leadsGroup || child.pid === undefined)
    return child.exitCode === null && child.signalCode === null && child.kill(signal);
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
};

const lastNiceness = '19';

/**
 * Linux may share processors by session (autogroup in sched(7)). Niceness then counts only inside a session, which
 * `pid` leads.
 */
const letSessionStandBack = (pid: number | undefined): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, lastNiceness);
  } catch {
    // This kernel has no autogroups, so niceness applies.
  }
};

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shows the output only after a failure. */
  readonly quiet?: boolean;
  /** Kills the command after this time. */
  readonly limitMs?: number;
  /** Yields to all other processes. */
  readonly standsBack?: boolean;
  /** Ends the command's workers with it, since they might not notice its end. */
  readonly hasWorkers?: boolean;
}

/**
 * Runs a command to its end, with its output on ours.
 * @returns the exit code: 128 after a signal, 127 if it could not start
 */
export const runCommand = (
  command: string,
  args: readonly string[],
  { cwd, env, quiet = false, limitMs, standsBack = false, hasWorkers = false }: Options = {},
): Promise<number> =>
  new Promise((resolve) => {
    const [program = command, ...given] = [...(standsBack ? ['nice', '-n', lastNiceness] : []), command, ...args];
    const leadsGroup = standsBack || hasWorkers;
    const output = quiet ? 'pipe' : 'inherit';
    const stdio = ['ignore', output, output] as const;
    const child = spawn(program, given, {
      detached: leadsGroup,
      cwd,
      env: { ...process.env, ...env },
      stdio: [...stdio],
    });
    if (standsBack) letSessionStandBack(child.pid);
    const started = { child, leadsGroup };
    running.add(started);
    child.once('exit', () => running.delete(started));
    const limit = limitMs === undefined ? undefined : setTimeout(() => tell(started, 'SIGKILL'), limitMs);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', (error) => {
      running.delete(started);
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat(said));
      resolve(code ?? 128);
    });
  });

/** Ends all running commands with their workers, which a signal to this process does not reach. */
export const endCommands = async (): Promise<void> => {
  await Promise.all([...running].map(endOne));
};

const endOne = async (command: Running): Promise<void> => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    tell(command, signal);
    await waitUntil(() => !tell(command, 0), endWithinMs);
  }
};
