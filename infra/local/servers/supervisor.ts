import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tiers } from '../service-list.ts';
import {
  identify,
  type Log,
  type OwnedFolder,
  type ProcessIdentity,
  stopGraceMs,
  takeFolder,
  type Variables,
} from './processes.ts';

/** Wrong configuration (sysexits EX_CONFIG). A restart would not help. */
const configurationExit = 78;
/** A process is given up after this number of deaths within the window. */
const deathsAllowed = 5;
const deathWindowMs = 30_000;
const logSizeKept = 10 * 1024 * 1024;
/** Pause before a restart, doubled after each death up to the longest. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** How often a process is probed, and the failures in a row before a restart. */
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
  /** Children stop from the highest tier to the lowest. Servers have none. */
  readonly tier?: number;
  readonly stopSignal: NodeJS.Signals;
  /** The child exits when its IPC channel closes, which happens when the supervisor is gone. */
  readonly exitsWithSupervisor?: boolean;
  /**
   * Called before every start. It may choose another port unless `wasReady`, since others then know the present one.
   */
  readonly launch: (state: { readonly wasReady: boolean }) => Launch | Promise<Launch>;
  /** Rejects when the child does not answer in time. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Called repeatedly while the child runs. Rejects without an answer. */
  readonly alive?: () => Promise<unknown>;
  readonly ports: () => Record<string, number>;
}

const newChild = (spec: ChildSpec, logFile: string) => ({
  spec,
  logFile,
  process: undefined as ChildProcess | undefined,
  identity: undefined as ProcessIdentity | undefined,
  isReady: false,
  /** Whether any of its processes has answered. */
  wasReady: false,
  stopping: new AbortController(),
  failure: undefined as Error | undefined,
  deaths: [] as number[],
  /** Resolves when it is stopped or given up. */
  ended: Promise.resolve(),
});
type Child = ReturnType<typeof newChild>;

/** The message ends with the last lines of the child's log. */
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
  /** It never answered, so it was killed. */
  readonly isSilent?: boolean;
  /** Set if there was no process. */
  readonly cause?: Error;
}

const spawnChild = ({ spec, logFile }: Child, { command, args, ...options }: Launch): ChildProcess => {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logSizeKept) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a');
  // Detached, because Ctrl-C reaches a terminal's whole group but the children must stop in order.
  const stdio: StdioOptions = ['ignore', output, output, ...(spec.exitsWithSupervisor ? (['ipc'] as const) : [])];
  const running = spawn(command, args, { ...options, detached: true, stdio });
  closeSync(output);
  return running;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Keeps processes running in a folder that it owns, with their logs below `logs`. */
export class Supervisor {
  readonly #children = new Map<string, Child>();
  readonly #folder: OwnedFolder & { readonly logs: string };
  readonly #options: SupervisorOptions;
  #isClosed = false;

  private constructor(folder: OwnedFolder & { readonly logs: string }, options: SupervisorOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Ends first what a killed supervisor left behind there. @throws if another process owns it */
  static async in(path: string, options: SupervisorOptions = {}): Promise<Supervisor> {
    const folder = await takeFolder(path, options.log);
    const logs = join(path, 'logs');
    mkdirSync(logs, { recursive: true });
    return new Supervisor({ ...folder, logs }, options);
  }

  /** A child between two processes is missing. */
  get pids(): Record<string, number> {
    const children = [...this.#children];
    return Object.fromEntries(
      children.flatMap(([role, { process: running }]) => (running?.pid ? [[role, running.pid]] : [])),
    );
  }

  get ports(): Record<string, number> {
    return Object.assign({}, ...[...this.#children.values()].map((child) => child.spec.ports()));
  }

  /** Resolves when the child answers. Rejects with ChildFailedError when it is given up. */
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

  /** The supervisor starts the child again, as after any death. */
  kill(role: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child(role).process?.kill(signal);
  }

  async restart(role: string): Promise<void> {
    await this.start(await this.stop(role));
  }

  /** Stops a child for good. @returns its spec, for a later `start` */
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
    // A child of a lower tier that dies from now on stays down.
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

  /** A failed write, as on a full disk, must not end the running children. */
  #changed(): void {
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

  async #keepRunning(child: Child): Promise<void> {
    const { signal } = child.stopping;
    while (!signal.aborted) {
      const end = await this.#run(child);
      if (signal.aborted) return;
      const next = nextStart(child, end);
      if (next instanceof Error) {
        if (child.wasReady) this.#options.log?.(next.message);
        child.failure = next;
        this.#changed();
        return;
      }
      if (child.wasReady) this.#options.log?.(`${child.spec.role} ${end.how}; starting it again in ${next} ms.`);
      await pause(next, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One process of a child, from its start to its end. */
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
      child.identity = identify(running.pid);
      this.#changed();
      child.spec.ready(over.signal).then(
        () => this.#answers(child, running, over.signal),
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
    this.#changed();
    return { ...end, isSilent };
  }

  async #answers(child: Child, running: ChildProcess, ended: AbortSignal): Promise<void> {
    if (ended.aborted) return;
    const { role, alive } = child.spec;
    if (child.wasReady) this.#options.log?.(`${role} answers again (process ${running.pid}).`);
    child.isReady = true;
    child.wasReady = true;
    this.#changed();
    const { everyMs, failuresAllowed } = this.#options.health ?? usualHealth;
    for (let failures = 0; alive && failures < failuresAllowed; ) {
      await pause(everyMs, undefined, { ref: false });
      const failure = await alive().then(() => undefined, messageOf);
      if (ended.aborted || child.stopping.signal.aborted) return;
      failures = failure === undefined ? 0 : failures + 1;
      if (failures === failuresAllowed)
        this.#options.log?.(`${role} runs but does not answer (${failure}); starting it again.`);
    }
    // The kill is handled like any death.
    if (alive) running.kill('SIGKILL');
  }
}

/** @returns the pause before the next start in milliseconds, or why there is none */
const nextStart = (child: Child, { code, how, isSilent, cause }: End): number | Error => {
  // If it has run before, the failure is temporary, such as a full disk.
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
