import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './binaries.ts';
import { Child, ChildFailedError, type ChildSpec, type Launch } from './child.ts';
import { identify } from './process-identity.ts';
import { recordChildren, tiersFromAbove } from './state-file.ts';

/** Wrong configuration (sysexits EX_CONFIG): starting the child again would not help. */
const configurationExit = 78;
/** After so many deaths within the window a process is given up. */
const deathsAllowed = 5;
/** The window in which deaths are counted. */
const deathWindowMs = 30_000;
/** How long a process may take to end by itself before it is killed. */
const stopGraceMs = 15_000;
/** How many bytes a log may have before it is put aside for a new one. */
const logSizeKept = 10 * 1024 * 1024;
/** The longest pause before a process is started again. */
const longestPauseMs = 5_000;
/** After so many starts without any answer a process is given up. */
const silentStartsAllowed = 3;
/** How often a running process is asked whether it is alive, and after how many failures in a row it is started again. */
const defaultHealth = { everyMs: 5_000, failuresAllowed: 6 };

export interface SupervisorOptions {
  readonly logDirectory: string;
  /** Names the running children, so that the next start can end what a kill -9 of the supervisor left behind. */
  readonly stateFile: string;
  /** Whether a child that ended by itself is started again; default: yes. */
  readonly respawn?: boolean;
  /** How often a running child is asked whether it is alive (ms), and after how many failures in a row it is started again. */
  readonly health?: { readonly everyMs: number; readonly failuresAllowed: number };
  readonly log?: Log | undefined;
  /** Called after every change of who answers. */
  readonly onChange?: () => void;
}

/** Appends to the child's log, which is put aside once it has grown large. */
const openLog = (file: string): number => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logSizeKept) renameSync(file, `${file}.1`);
  return openSync(file, 'a');
};

// Detached: Ctrl-C reaches the whole group of a terminal, but the children have to stop in order.
const spawnDetached = ({ command, args, cwd, env, uid, gid }: Launch, output: number): ChildProcess =>
  spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output],
    ...(uid === undefined ? {} : { uid, gid }),
  });

/** Starts children, keeps them alive and stops them in order. */
export class Supervisor {
  readonly #children = new Map<string, Child>();
  readonly #options: SupervisorOptions;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    mkdirSync(options.logDirectory, { recursive: true });
  }

  /** Pids by role; a child that is between two lives is missing. */
  get pids(): Record<string, number> {
    const pids = [...this.#children].flatMap(([role, child]) =>
      child.process?.pid ? [[role, child.process.pid] as const] : [],
    );
    return Object.fromEntries(pids);
  }

  /** Ports by role. */
  get ports(): Record<string, number> {
    return Object.assign({}, ...[...this.#children.values()].map((child) => child.spec.ports()));
  }

  /** Roles that were given up or refused their configuration. */
  get failed(): string[] {
    return [...this.#children.values()].filter((child) => child.failure).map((child) => child.spec.role);
  }

  /** Starts a child and resolves when it answers; rejects with ChildFailedError when it is given up. */
  async start(spec: ChildSpec): Promise<void> {
    if (this.#isClosed) throw new Error(`${spec.role} is not started: everything is being stopped.`);
    const child = new Child(spec, join(this.#options.logDirectory, `${spec.role}.log`));
    this.#children.set(spec.role, child);
    const answered = child.whenReady();
    await this.#spawn(child);
    await answered;
  }

  /** How a child is started and asked. */
  specOf(role: string): ChildSpec {
    return this.#child(role).spec;
  }

  /** Resolves as soon as the child answers (at once when it does already). */
  whenReady(role: string): Promise<void> {
    return this.#child(role).whenReady();
  }

  /** Sends a signal to a child, SIGKILL unless another one is named. The supervisor starts it again as after any death. */
  kill(role: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child(role).process?.kill(signal);
  }

  /** Stops a child and starts it anew, with a fresh launch. */
  async restart(role: string): Promise<void> {
    await this.start(await this.stop(role));
  }

  /** Stops one child and does not start it again; answers its spec, with which `start` can bring it back later. */
  async stop(role: string): Promise<ChildSpec> {
    const child = this.#child(role);
    child.isStopping = true;
    clearTimeout(child.timer);
    if (child.process) await this.#end(child.process, child.spec.stopSignal);
    this.#children.delete(role);
    child.settle(new Error(`${role} was stopped.`));
    this.#record();
    return child.spec;
  }

  /** Stops all children, the highest tier first, and removes the state file. */
  async stopAll(): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#children.values()];
    for (const child of children) {
      child.isStopping = true;
      clearTimeout(child.timer);
    }
    const specs = children.map((child) => child.spec);
    for (const tier of tiersFromAbove(specs)) {
      await Promise.all(specs.filter((spec) => spec.tier === tier).map((spec) => this.stop(spec.role)));
    }
    rmSync(this.#options.stateFile, { force: true });
  }

  #child(role: string): Child {
    const child = this.#children.get(role);
    if (!child) throw new Error(`No child has the role ${role}.`);
    return child;
  }

  #end(running: ChildProcess, stopSignal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      const last = setTimeout(() => running.kill('SIGKILL'), stopGraceMs);
      running.once('exit', () => {
        clearTimeout(last);
        resolve();
      });
      running.kill(stopSignal);
    });
  }

  #record(): void {
    this.#despiteFullDisk(() => recordChildren(this.#options.stateFile, this.#children.values()));
  }

  /** A file that cannot be written must not end the children that run. */
  #despiteFullDisk(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#options.log?.(error instanceof Error ? error.message : String(error));
    }
  }

  #changed(): void {
    this.#despiteFullDisk(() => this.#options.onChange?.());
  }

  async #spawn(child: Child): Promise<void> {
    let launch: Launch;
    try {
      launch = await child.spec.launch({ wasReady: child.wasReady });
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      // It has run before, so what fails now passes, such as a full disk.
      if (child.wasReady) this.#spawnLater(child, longestPauseMs, `cannot be started (${failure.message})`);
      else {
        child.failure = failure;
        child.settle(failure);
      }
      return;
    }
    clearTimeout(child.timer);
    if (child.isStopping) return;
    const output = openLog(child.logFile);
    const running = spawnDetached(launch, output);
    closeSync(output);
    const looking = new AbortController();
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      looking.abort();
      this.#died(child, running, code, signal);
    };
    running.once('error', () => ended(127, null));
    running.once('exit', ended);
    if (running.pid === undefined) return;
    child.process = running;
    child.identity = identify(running.pid);
    child.isReady = false;
    this.#record();
    child.spec.ready(looking.signal).then(
      () => this.#answers(child, running),
      (error: Error) => {
        // It runs but never answered: ended here, it goes the way of every death.
        if (child.process !== running || child.isStopping) return;
        child.silentStarts += 1;
        this.#options.log?.(`${error.message} It is started again.`);
        running.kill('SIGKILL');
      },
    );
  }

  #answers(child: Child, running: ChildProcess): void {
    if (child.process !== running) return;
    if (child.wasReady) this.#options.log?.(`${child.spec.role} answers again (process ${running.pid}).`);
    child.isReady = true;
    child.wasReady = true;
    child.silentStarts = 0;
    child.settle();
    this.#changed();
    if (this.#options.respawn !== false) this.#watch(child, running);
  }

  /** Ends a process that runs on without answering: it goes the way of every death. */
  #watch(child: Child, running: ChildProcess): void {
    const { alive, role } = child.spec;
    if (!alive) return;
    const { everyMs, failuresAllowed } = this.#options.health ?? defaultHealth;
    let failures = 0;
    const isOver = () => child.process !== running || child.isStopping;
    const askAgain = () => {
      if (isOver()) return;
      child.timer = setTimeout(() => alive().then(answered, failed), everyMs);
      child.timer.unref();
    };
    const answered = () => {
      failures = 0;
      askAgain();
    };
    const failed = (error: Error) => {
      if (isOver()) return;
      failures += 1;
      if (failures < failuresAllowed) {
        askAgain();
        return;
      }
      this.#options.log?.(`${role} runs but does not answer (${error.message}); starting it again.`);
      running.kill('SIGKILL');
    };
    askAgain();
  }

  #died(child: Child, running: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child.process !== running && child.process !== undefined) return;
    child.process = undefined;
    child.isReady = false;
    if (child.isStopping) return;
    this.#record();
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    const deaths = child.noteDeath(deathWindowMs);
    const verdict = this.#verdict(child, code, how, deaths);
    if (verdict) {
      this.#giveUp(child, new ChildFailedError(child, verdict, code));
      return;
    }
    const waitMs = Math.min(100 * 2 ** (deaths - 1), longestPauseMs);
    this.#spawnLater(child, waitMs, how);
  }

  #spawnLater(child: Child, waitMs: number, why: string): void {
    if (child.isStopping) return;
    if (child.wasReady) this.#options.log?.(`${child.spec.role} ${why}; starting it again in ${waitMs} ms.`);
    child.timer = setTimeout(() => this.#spawn(child), waitMs);
  }

  /** Why a dead child is not started again; undefined when it is. */
  #verdict(child: Child, code: number | null, how: string, deaths: number): string | undefined {
    if (code === configurationExit) return 'refuses its configuration and is not started again:';
    if (child.wasReady && this.#options.respawn === false) return `${how}.`;
    if (child.silentStarts >= silentStartsAllowed)
      return `did not answer after ${silentStartsAllowed} starts, so it is given up.`;
    if (deaths >= deathsAllowed)
      return `${how}: ${deathsAllowed} deaths in ${deathWindowMs / 1000} s, so it is given up.`;
    return undefined;
  }

  #giveUp(child: Child, failure: Error): void {
    child.failure = failure;
    if (!child.isAwaited) this.#options.log?.(failure.message);
    child.settle(failure);
    this.#changed();
  }
}
