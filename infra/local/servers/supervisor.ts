import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tiers } from '../service-list.ts';
import {
  identifyProcess,
  type Log,
  type OwnedFolder,
  type ProcessIdentity,
  stopGraceMs,
  takeOverFolder,
  type Variables,
} from './processes.ts';

/** The exit code for a wrong configuration (EX_CONFIG of sysexits). A restart would not help. */
const configurationExit = 78;
/** The supervisor gives up a child after this number of deaths within the window. */
const deathsAllowed = 5;
const deathWindowMs = 30_000;
const logSizeKept = 10 * 1024 * 1024;
/** The pause before a restart, doubled after each death up to the longest. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** The interval of health checks, and the failures in a row after which a child is killed and restarted. */
const usualHealth = { everyMs: 5_000, failuresAllowed: 6 };
const pollMs = 10;
const linesTold = 15;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Variables;
  readonly uid?: number;
  readonly gid?: number;
}

export interface ChildSpec {
  readonly role: string;
  /** Children stop from the highest tier to the lowest. Default: the tier of servers. */
  readonly tier?: number;
  readonly stopSignal: NodeJS.Signals;
  /** True if the child exits when its IPC channel closes. The death of the supervisor closes it. */
  readonly exitsWithSupervisor?: boolean;
  /** Called before every start. May choose another port, unless clients know the present port (`wasReady`). */
  readonly launch: (state: { readonly wasReady: boolean }) => Launch | Promise<Launch>;
  /** Resolves at the first answer. Rejects if the child does not answer in time. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** The health check, called at intervals. Rejects if the child does not answer. */
  readonly alive?: () => Promise<unknown>;
  readonly ports: () => Record<string, number>;
}

const newChild = (spec: ChildSpec, logFile: string) => ({
  spec,
  logFile,
  process: undefined as ChildProcess | undefined,
  identity: undefined as ProcessIdentity | undefined,
  isReady: false,
  /** True after the first answer of any of the child's processes. */
  wasReady: false,
  stopping: new AbortController(),
  failure: undefined as Error | undefined,
  deaths: [] as number[],
  /** Resolves when the child is stopped or given up. */
  ended: Promise.resolve(),
});
type Child = ReturnType<typeof newChild>;

/** The supervisor does not restart the child. The message ends with the last lines of the child's log. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
  readonly exitCode: number | null;

  constructor({ spec, logFile }: Child, reason: string, exitCode: number | null) {
    const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-linesTold) : [];
    super([`${spec.role} ${reason}`, ...lines.map((line) => `  | ${line}`), `(${logFile})`].join('\n'));
    this.exitCode = exitCode;
  }
}

interface SupervisorOptions {
  readonly health?: typeof usualHealth;
  readonly log?: Log | undefined;
  readonly onChange?: () => void;
}

interface End {
  readonly code: number | null;
  readonly how: string;
  /** The process was killed because it did not answer in time. */
  readonly isSilent?: boolean;
  /** The error with which the start of the process failed. */
  readonly cause?: Error;
}

const spawnChild = ({ spec, logFile }: Child, { command, args, ...options }: Launch): ChildProcess => {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logSizeKept) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a');
  // Detached from the terminal's process group, which Ctrl-C would end at once. Children must stop in order.
  const stdio: StdioOptions = ['ignore', output, output, ...(spec.exitsWithSupervisor ? (['ipc'] as const) : [])];
  const running = spawn(command, args, { ...options, detached: true, stdio });
  closeSync(output);
  return running;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Starts processes and restarts them when they end. Owns a folder, with the processes' logs in `logs`. */
export class Supervisor {
  readonly #children = new Map<string, Child>();
  readonly #folder: OwnedFolder & { readonly logs: string };
  readonly #options: SupervisorOptions;
  #isClosed = false;

  private constructor(folder: OwnedFolder & { readonly logs: string }, options: SupervisorOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Ends processes that a killed supervisor has left in the folder. @throws if a living process owns the folder */
  static async in(path: string, options: SupervisorOptions = {}): Promise<Supervisor> {
    const folder = await takeOverFolder(path, options.log);
    const logs = join(path, 'logs');
    mkdirSync(logs, { recursive: true });
    return new Supervisor({ ...folder, logs }, options);
  }

  /** Pids by role, without children that wait for a restart. */
  get pids(): Record<string, number> {
    const children = [...this.#children];
    return Object.fromEntries(
      children.flatMap(([role, { process: running }]) => (running?.pid ? [[role, running.pid]] : [])),
    );
  }

  get ports(): Record<string, number> {
    return Object.assign({}, ...[...this.#children.values()].map((child) => child.spec.ports()));
  }

  /** Resolves when the child answers. Rejects with ChildFailedError if the child is not restarted any more. */
  async start(spec: ChildSpec): Promise<void> {
    if (this.#isClosed) throw new Error(`${spec.role} is not started: everything is being stopped.`);
    const child = newChild(spec, join(this.#folder.logs, `${spec.role}.log`));
    this.#children.set(spec.role, child);
    child.ended = this.#keepRunning(child);
    await this.whenReady(spec.role);
  }

  async whenReady(role: string): Promise<void> {
    const child = this.#child(role);
    for (; !child.isReady; await pause(pollMs)) if (child.failure) throw child.failure;
  }

  /** Kills the child's process. The supervisor then restarts it as after any death. */
  kill(role: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child(role).process?.kill(signal);
  }

  async restart(role: string): Promise<void> {
    await this.start(await this.stop(role));
  }

  /** Stops a child without a restart. @returns its spec for a later `start` */
  async stop(role: string): Promise<ChildSpec> {
    const child = this.#child(role);
    child.stopping.abort();
    child.process?.kill(child.spec.stopSignal);
    const last = setTimeout(() => child.process?.kill('SIGKILL'), stopGraceMs);
    await child.ended;
    clearTimeout(last);
    this.#children.delete(role);
    child.failure ??= new Error(`${role} was stopped.`);
    return child.spec;
  }

  async stopAll(): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#children.values()];
    // From here on no child is restarted, even while other children still stop.
    for (const { stopping } of children) stopping.abort();
    for (const tier of Object.values(tiers).reverse())
      await Promise.all(
        children.filter(({ spec }) => (spec.tier ?? tiers.server) === tier).map(({ spec }) => this.stop(spec.role)),
      );
    this.#folder.release();
  }

  #child(role: string): Child {
    const child = this.#children.get(role);
    if (!child) throw new Error(`No child has the role ${role}.`);
    return child;
  }

  /** Records the running children. A failed write, such as on a full disk, is only logged, and the children run on. */
  #recordChildren(): void {
    try {
      this.#folder.record(
        [...this.#children.values()].flatMap(({ process: running, identity, spec: { role, stopSignal } }) =>
          running && identity ? [{ role, stopSignal, ...identity }] : [],
        ),
      );
      this.#options.onChange?.();
    } catch (error) {
      this.#options.log?.(messageOf(error));
    }
  }

  /** Restarts the child after each death, until it is stopped or given up. */
  async #keepRunning(child: Child): Promise<void> {
    const { signal } = child.stopping;
    while (!signal.aborted) {
      const end = await this.#run(child);
      if (signal.aborted) return;
      const next = nextStart(child, end);
      if (next instanceof Error) {
        if (child.wasReady) this.#options.log?.(next.message);
        child.failure = next;
        this.#recordChildren();
        return;
      }
      if (child.wasReady) this.#options.log?.(`${child.spec.role} ${end.how}; starting it again in ${next} ms.`);
      await pause(next, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one process of a child from its start to its end. */
  async #run(child: Child): Promise<End> {
    let running: ChildProcess;
    try {
      const launch = await child.spec.launch(child);
      if (child.stopping.signal.aborted) return { code: null, how: 'was stopped' };
      running = spawnChild(child, launch);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      return { code: null, how: `cannot be started (${cause.message})`, cause };
    }
    const over = new AbortController();
    let isSilent = false;
    const ended = new Promise<End>((resolve) => {
      running.once('error', ({ message }) => resolve({ code: null, how: message }));
      running.once('exit', (code, signal) =>
        resolve({ code, how: signal ? `was ended by ${signal}` : `ended with exit code ${code}` }),
      );
    });
    if (running.pid !== undefined) {
      child.process = running;
      child.identity = identifyProcess(running.pid);
      this.#recordChildren();
      child.spec.ready(over.signal).then(
        () => this.#watchHealth(child, running, over.signal),
        () => {
          isSilent = !over.signal.aborted;
          running.kill('SIGKILL');
        },
      );
    }
    const end = await ended;
    over.abort();
    child.process = undefined;
    child.isReady = false;
    this.#recordChildren();
    return { ...end, isSilent };
  }

  /** Marks the child as ready. Kills it after too many failed health checks in a row. */
  async #watchHealth(child: Child, running: ChildProcess, ended: AbortSignal): Promise<void> {
    if (ended.aborted) return;
    const { role, alive } = child.spec;
    if (child.wasReady) this.#options.log?.(`${role} answers again (process ${running.pid}).`);
    child.isReady = true;
    child.wasReady = true;
    this.#recordChildren();
    const { everyMs, failuresAllowed } = this.#options.health ?? usualHealth;
    for (let failures = 0; alive && failures < failuresAllowed; ) {
      await pause(everyMs, undefined, { ref: false });
      const failure = await alive().then(() => undefined, messageOf);
      if (ended.aborted || child.stopping.signal.aborted) return;
      failures = failure === undefined ? 0 : failures + 1;
      if (failures === failuresAllowed)
        this.#options.log?.(`${role} runs but does not answer (${failure}); starting it again.`);
    }
    // `#keepRunning` then restarts the child, as after any death.
    if (alive) running.kill('SIGKILL');
  }
}

/** @returns the milliseconds until the next start, or the error after which the child is not restarted */
const nextStart = (child: Child, { code, how, isSilent, cause }: End): number | Error => {
  // A child that has run before can be started again later. The cause may be a full disk, for example.
  if (cause) return child.wasReady ? longestPauseMs : cause;
  if (code === configurationExit)
    return new ChildFailedError(child, 'refuses its configuration and is not started again:', code);
  if (isSilent && !child.wasReady) return new ChildFailedError(child, 'did not answer, so it is given up.', code);
  const now = performance.now();
  child.deaths = [...child.deaths.filter((time) => now - time < deathWindowMs), now];
  if (child.deaths.length < deathsAllowed)
    return Math.min(firstPauseMs * 2 ** (child.deaths.length - 1), longestPauseMs);
  const why = `${how}: ${deathsAllowed} deaths in ${deathWindowMs / 1000} s, so it is given up.`;
  return new ChildFailedError(child, why, code);
};
