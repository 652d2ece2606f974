import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endProcess, identify, isAlive } from './servers/process-identity.mjs';

/**
 * How one child is started, recognised as ready and stopped.
 * `launch` is asked before every start and may choose another port; `wasReady` tells that others already know the present one.
 * `ready` resolves when the child answers and rejects when it did not in time. Tiers stop from the highest to the lowest.
 * @typedef {{ command: string, args: string[], cwd?: string, env: Record<string, string | undefined>, uid?: number, gid?: number }} Launch
 * @typedef {{ role: string, tier: number, stopSignal: NodeJS.Signals, launch: (state: { wasReady: boolean }) => Promise<Launch>,
 *   ready: (signal: AbortSignal) => Promise<void>, ports: () => Record<string, number> }} ChildSpec
 */

/** Wrong configuration (sysexits EX_CONFIG): starting the child again would not help. */
export const configurationExit = 78;
const deathsAllowed = 5;
const deathWindowMs = 30_000;
const stopGraceMs = 15_000;
const logSizeKept = 10 * 1024 * 1024;

/** A child could not be brought up; the message ends with the last lines of its log. */
export class ChildFailedError extends Error {
  constructor(role, reason, logFile, exitCode) {
    super(`${role} ${reason}\n${lastLines(logFile)}\n(${logFile})`);
    this.name = 'ChildFailedError';
    this.role = role;
    this.exitCode = exitCode;
  }
}

const lastLines = (file, count = 15) => {
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-count)
      .map((line) => `  | ${line}`)
      .join('\n');
  } catch {
    return '  | (no output)';
  }
};

/** Writes a file so that no reader ever sees half of it. */
export const writeAtomically = (file, text, mode = 0o644) => {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};

/** Starts children, keeps them alive and stops them in order. */
export class Supervisor {
  #children = new Map();
  #closed = false;
  #options;

  /**
   * @param {{ logDirectory: string, stateFile: string, respawn?: boolean, log?: (line: string) => void, onChange?: () => void }} options
   * `stateFile` names the running children, so that the next start can end what a kill -9 of the supervisor left behind.
   */
  constructor(options) {
    this.#options = {
      ...options,
      respawn: options.respawn ?? true,
      log: options.log ?? (() => {}),
      onChange: options.onChange ?? (() => {}),
    };
    mkdirSync(options.logDirectory, { recursive: true });
  }

  /** Pids by role; a child that is between two lives is missing. @returns {Record<string, number>} */
  get pids() {
    return Object.fromEntries([...this.#children].flatMap(([role, child]) => (child.process ? [[role, child.process.pid]] : [])));
  }

  /** Ports by role. @returns {Record<string, number>} */
  get ports() {
    return Object.assign({}, ...[...this.#children.values()].map((child) => child.spec.ports()));
  }

  /** Roles that were given up or refused their configuration. @returns {string[]} */
  get failed() {
    return [...this.#children.values()].filter((child) => child.failure).map((child) => child.spec.role);
  }

  /**
   * Starts a child and resolves when it answers; rejects with ChildFailedError when it is given up.
   * @param {ChildSpec} spec
   */
  async start(spec) {
    if (this.#closed) throw new Error(`${spec.role} is not started: everything is being stopped.`);
    const child = {
      spec,
      process: undefined,
      deaths: [],
      wasReady: false,
      stopping: false,
      failure: undefined,
      waiters: [],
      timer: undefined,
      ready: false,
    };
    this.#children.set(spec.role, child);
    const answered = this.whenReady(spec.role);
    await this.#spawn(child);
    await answered;
  }

  /** Resolves as soon as the child answers (at once when it does already). */
  whenReady(role) {
    const child = this.#child(role);
    if (child.failure) return Promise.reject(child.failure);
    if (child.ready) return Promise.resolve();
    return new Promise((resolve, reject) => child.waiters.push({ resolve, reject }));
  }

  /** Sends a signal to a child; SIGKILL unless told. The supervisor starts it again as after any death. */
  kill(role, signal = 'SIGKILL') {
    this.#child(role).process?.kill(signal);
  }

  /** Stops a child and starts it anew, with a fresh launch. */
  async restart(role) {
    await this.start(await this.stop(role));
  }

  /** Stops one child and does not start it again; answers its spec, with which `start` can bring it back later. @returns {Promise<ChildSpec>} */
  async stop(role) {
    const child = this.#child(role);
    child.stopping = true;
    clearTimeout(child.timer);
    if (child.process) await this.#end(child);
    this.#children.delete(role);
    this.#settle(child, new Error(`${role} was stopped.`));
    this.#record();
    return child.spec;
  }

  /** Stops all children, the highest tier first, and removes the state file. */
  async stopAll() {
    this.#closed = true;
    const children = [...this.#children.values()];
    for (const child of children) {
      child.stopping = true;
      clearTimeout(child.timer);
    }
    const tiers = [...new Set(children.map((child) => child.spec.tier))].sort((a, b) => b - a);
    for (const tier of tiers)
      await Promise.all(children.filter((child) => child.spec.tier === tier).map((child) => this.stop(child.spec.role)));
    rmSync(this.#options.stateFile, { force: true });
  }

  #child(role) {
    const child = this.#children.get(role);
    if (!child) throw new Error(`No child has the role ${role}.`);
    return child;
  }

  #logFile(role) {
    return join(this.#options.logDirectory, `${role}.log`);
  }

  #end(child) {
    return new Promise((resolve) => {
      const { process: running, spec } = child;
      const last = setTimeout(() => running.kill('SIGKILL'), stopGraceMs);
      running.once('exit', () => {
        clearTimeout(last);
        resolve(undefined);
      });
      running.kill(spec.stopSignal);
    });
  }

  #settle(child, error) {
    for (const waiter of child.waiters.splice(0)) error ? waiter.reject(error) : waiter.resolve();
  }

  #record() {
    const children = [...this.#children.values()].flatMap(({ process: running, identity, spec }) =>
      running && identity ? [{ role: spec.role, tier: spec.tier, stopSignal: spec.stopSignal, ...identity }] : [],
    );
    mkdirSync(dirname(this.#options.stateFile), { recursive: true });
    writeAtomically(this.#options.stateFile, JSON.stringify({ supervisor: identify(), children }), 0o600);
  }

  async #spawn(child) {
    const { spec } = child;
    let launch;
    try {
      launch = await spec.launch({ wasReady: child.wasReady });
    } catch (error) {
      child.failure = error;
      this.#settle(child, error);
      return;
    }
    if (child.stopping) return;
    const logFile = this.#logFile(spec.role);
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logSizeKept) renameSync(logFile, `${logFile}.1`);
    const output = openSync(logFile, 'a');
    // Detached: Ctrl-C reaches the whole group of a terminal, but the children have to stop in order.
    const running = spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      detached: true,
      stdio: ['ignore', output, output],
      ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.gid }),
    });
    closeSync(output);
    const looking = new AbortController();
    const ended = (code, signal) => {
      looking.abort();
      this.#died(child, running, code, signal);
    };
    running.once('error', () => ended(127, null));
    running.once('exit', ended);
    if (running.pid === undefined) return;
    child.process = running;
    child.identity = identify(running.pid);
    child.ready = false;
    this.#record();
    spec.ready(looking.signal).then(
      () => {
        if (child.process !== running) return;
        const again = child.wasReady;
        child.ready = true;
        child.wasReady = true;
        if (again) this.#options.log(`${spec.role} answers again (process ${running.pid}).`);
        this.#settle(child);
        this.#options.onChange();
      },
      () => {
        // It runs but never answered: ended here, it goes the way of every death.
        if (child.process === running && !child.stopping) running.kill('SIGKILL');
      },
    );
  }

  #died(child, running, code, signal) {
    if (child.process !== running && child.process !== undefined) return;
    const { role } = child.spec;
    child.process = undefined;
    child.ready = false;
    if (child.stopping) return;
    this.#record();
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    const fail = (reason) => {
      child.failure = new ChildFailedError(role, reason, this.#logFile(role), code);
      if (child.waiters.length === 0) this.#options.log(child.failure.message);
      this.#settle(child, child.failure);
      this.#options.onChange();
    };
    if (code === configurationExit) return fail('refuses its configuration and is not started again:');
    if (child.wasReady && !this.#options.respawn) return fail(`${how}.`);
    const now = Date.now();
    child.deaths = [...child.deaths.filter((time) => now - time < deathWindowMs), now];
    if (child.deaths.length >= deathsAllowed) {
      return fail(`${how}: ${deathsAllowed} deaths in ${deathWindowMs / 1000} s, so it is given up.`);
    }
    const waitMs = Math.min(100 * 2 ** (child.deaths.length - 1), 5_000);
    if (child.wasReady) this.#options.log(`${role} ${how}; starting it again in ${waitMs} ms.`);
    child.timer = setTimeout(() => this.#spawn(child), waitMs);
  }
}

/**
 * Ends what a supervisor that was killed has left behind; a living supervisor is left alone.
 * @returns {Promise<{ running?: { pid: number }, ended: string[] }>} the living supervisor, or the roles that were ended
 */
export const endLeftovers = async (stateFile) => {
  let state;
  try {
    state = JSON.parse(readFileSync(stateFile, 'utf8'));
  } catch {
    return { ended: [] };
  }
  if (isAlive(state.supervisor)) return { running: state.supervisor, ended: [] };
  const left = state.children.filter((child) => isAlive(child));
  for (const tier of [...new Set(left.map((child) => child.tier))].sort((a, b) => b - a)) {
    await Promise.all(left.filter((child) => child.tier === tier).map((child) => endProcess(child, child.stopSignal)));
  }
  rmSync(stateFile, { force: true });
  return { ended: left.map((child) => child.role) };
};
