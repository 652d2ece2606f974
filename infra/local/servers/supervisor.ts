import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildSpec, Launch } from './child-spec.ts';
import type { Log } from './packages.ts';
import { identify, type ProcessIdentity, recordChildren, stopGraceMs } from './processes.ts';

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
const linesTold = 15;

const newAnswer = () => {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((whenAnswered, whenGivenUp) => {
    resolve = whenAnswered;
    reject = whenGivenUp;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};

const newChild = (spec: ChildSpec, logFile: string) => ({
  spec,
  logFile,
  process: undefined as ChildProcess | undefined,
  identity: undefined as ProcessIdentity | undefined,
  answer: newAnswer(),
  isReady: false,
  /** Whether any of its processes has answered. */
  wasReady: false,
  isStopping: false,
  timer: undefined as NodeJS.Timeout | undefined,
  deaths: [] as number[],
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
  readonly logDirectory: string;
  /** Lets the next start end the children of a killed supervisor. */
  readonly stateFile: string;
  readonly respawn?: boolean;
  readonly health?: typeof usualHealth;
  readonly log?: Log | undefined;
  readonly onChange?: () => void;
}

const openLog = (file: string): number => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logSizeKept) renameSync(file, `${file}.1`);
  return openSync(file, 'a');
};

const spawnChild = (child: Child, { command, args, ...options }: Launch): ChildProcess => {
  const output = openLog(child.logFile);
  // Detached, because Ctrl-C reaches a terminal's whole group but the children must stop in order.
  const stdio: StdioOptions = ['ignore', output, output, ...(child.spec.exitsWithSupervisor ? (['ipc'] as const) : [])];
  const running = spawn(command, args, { ...options, detached: true, stdio });
  closeSync(output);
  return running;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Supervisor {
  readonly #children = new Map<string, Child>();
  readonly #options: SupervisorOptions;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    mkdirSync(options.logDirectory, { recursive: true });
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
    const child = newChild(spec, join(this.#options.logDirectory, `${spec.role}.log`));
    this.#children.set(spec.role, child);
    const { promise } = child.answer;
    await this.#spawn(child);
    await promise;
  }

  whenReady(role: string): Promise<void> {
    return this.#child(role).answer.promise;
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
    child.isStopping = true;
    clearTimeout(child.timer);
    const { process: running, spec } = child;
    if (running) {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill(spec.stopSignal);
      const last = setTimeout(() => running.kill('SIGKILL'), stopGraceMs);
      await ended;
      clearTimeout(last);
    }
    this.#children.delete(role);
    child.answer.reject(new Error(`${role} was stopped.`));
    this.#record();
    return spec;
  }

  async stopAll(): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#children.values()];
    for (const child of children) {
      child.isStopping = true;
      clearTimeout(child.timer);
    }
    const tiers = [...new Set(children.map(({ spec }) => spec.tier))].sort((a, b) => b - a);
    for (const tier of tiers)
      await Promise.all(children.filter(({ spec }) => spec.tier === tier).map(({ spec }) => this.stop(spec.role)));
    rmSync(this.#options.stateFile, { force: true });
  }

  #child(role: string): Child {
    const child = this.#children.get(role);
    if (!child) throw new Error(`No child has the role ${role}.`);
    return child;
  }

  #record(): void {
    const left = [...this.#children.values()].filter(
      ({ spec, process: running }) => running && !spec.exitsWithSupervisor,
    );
    this.#despiteFullDisk(() =>
      recordChildren(
        this.#options.stateFile,
        left.flatMap(({ spec: { role, stopSignal }, identity }) =>
          identity ? [{ role, stopSignal, ...identity }] : [],
        ),
      ),
    );
  }

  /** A failed write must not end the running children. */
  #despiteFullDisk(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#options.log?.(messageOf(error));
    }
  }

  async #spawn(child: Child): Promise<void> {
    let launch: Launch;
    try {
      launch = await child.spec.launch({ wasReady: child.wasReady });
    } catch (error) {
      // It has run before, so the failure is temporary, such as a full disk.
      if (child.wasReady) this.#spawnLater(child, longestPauseMs, `cannot be started (${messageOf(error)})`);
      else child.answer.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    clearTimeout(child.timer);
    if (child.isStopping) return;
    const running = spawnChild(child, launch);
    const looking = new AbortController();
    let isSilent = false;
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      looking.abort();
      this.#died(child, { code, how: signal ? `was ended by ${signal}` : `ended with exit code ${code}`, isSilent });
    };
    running.once('error', () => ended(127, null));
    if (running.pid === undefined) return;
    running.once('exit', ended);
    child.process = running;
    child.identity = identify(running.pid);
    this.#record();
    child.spec.ready(looking.signal).then(
      () => this.#answers(child, running),
      () => {
        // The process never answered. The kill is handled like any death.
        isSilent = child.process === running;
        if (isSilent && !child.isStopping) running.kill('SIGKILL');
      },
    );
  }

  #answers(child: Child, running: ChildProcess): void {
    if (child.process !== running) return;
    if (child.wasReady) this.#options.log?.(`${child.spec.role} answers again (process ${running.pid}).`);
    child.isReady = true;
    child.wasReady = true;
    child.answer.resolve();
    this.#despiteFullDisk(() => this.#options.onChange?.());
    if (this.#options.respawn !== false) this.#watch(child, running);
  }

  /** The kill is handled like any death. */
  #watch(child: Child, running: ChildProcess, failures = 0): void {
    const { alive, role } = child.spec;
    const { everyMs, failuresAllowed } = this.#options.health ?? usualHealth;
    if (!alive || child.process !== running || child.isStopping) return;
    const failed = (error: Error) => {
      if (failures + 1 < failuresAllowed) return this.#watch(child, running, failures + 1);
      if (child.process !== running || child.isStopping) return;
      this.#options.log?.(`${role} runs but does not answer (${error.message}); starting it again.`);
      running.kill('SIGKILL');
    };
    child.timer = setTimeout(() => alive().then(() => this.#watch(child, running), failed), everyMs);
    child.timer.unref();
  }

  #died(child: Child, { code, how, isSilent }: { code: number | null; how: string; isSilent: boolean }): void {
    child.process = undefined;
    if (child.isStopping) return;
    this.#record();
    if (child.isReady) child.answer = newAnswer();
    child.isReady = false;
    const now = performance.now();
    child.deaths = [...child.deaths.filter((time) => now - time < deathWindowMs), now];
    const verdict = this.#verdict(child, code, how, isSilent);
    if (!verdict) {
      this.#spawnLater(child, Math.min(firstPauseMs * 2 ** (child.deaths.length - 1), longestPauseMs), how);
      return;
    }
    const failure = new ChildFailedError(child, verdict, code);
    if (child.wasReady) this.#options.log?.(failure.message);
    child.answer.reject(failure);
    this.#despiteFullDisk(() => this.#options.onChange?.());
  }

  #verdict({ wasReady, deaths }: Child, code: number | null, how: string, isSilent: boolean): string | undefined {
    if (code === configurationExit) return 'refuses its configuration and is not started again:';
    if (wasReady && this.#options.respawn === false) return `${how}.`;
    if (isSilent && !wasReady) return 'did not answer, so it is given up.';
    if (deaths.length < deathsAllowed) return undefined;
    return `${how}: ${deathsAllowed} deaths in ${deathWindowMs / 1000} s, so it is given up.`;
  }

  #spawnLater(child: Child, waitMs: number, why: string): void {
    if (child.isStopping) return;
    if (child.wasReady) this.#options.log?.(`${child.spec.role} ${why}; starting it again in ${waitMs} ms.`);
    child.timer = setTimeout(() => this.#spawn(child), waitMs);
  }
}
