import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessIdentity } from './process-identity.ts';
import type { Variables } from './server-environment.ts';

/** One start of a child. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Variables;
  readonly uid?: number;
  readonly gid?: number;
}

/** How one child is started, recognised as ready and stopped. */
export interface ChildSpec {
  readonly role: string;
  /** Children stop from the highest tier to the lowest. */
  readonly tier: number;
  readonly stopSignal: NodeJS.Signals;
  /** Asked before every start; may choose another port, unless `wasReady` tells that others already know the present one. */
  readonly launch: (state: { readonly wasReady: boolean }) => Promise<Launch>;
  /** Resolves when the child answers and rejects when it did not in time. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Asked again and again while the child runs; rejects when it does not answer. Without it the child is never asked. */
  readonly alive?: () => Promise<void>;
  /** Ports by role; empty before the first launch. */
  readonly ports: () => Record<string, number>;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A child of a supervisor over all of its lives. */
export class Child {
  readonly spec: ChildSpec;
  readonly logFile: string;
  process: ChildProcess | undefined;
  identity: ProcessIdentity | undefined;
  /** Whether the present process answers. */
  isReady = false;
  /** Whether any of its processes has answered yet. */
  wasReady = false;
  isStopping = false;
  /** Why it was given up. */
  failure: Error | undefined;
  /** The next start or the next question whether it is alive. */
  timer: NodeJS.Timeout | undefined;
  /** Processes in a row that ran and never answered. */
  silentStarts = 0;
  #deaths: number[] = [];
  #waiters: Waiter[] = [];

  constructor(spec: ChildSpec, logFile: string) {
    this.spec = spec;
    this.logFile = logFile;
  }

  /** Whether anybody waits for its answer. */
  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** Resolves as soon as the child answers (at once when it does already); rejects when it is given up. */
  whenReady(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.isReady) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Tells everybody who waits that the child answers, or why it never will. */
  settle(error?: Error): void {
    for (const waiter of this.#waiters.splice(0)) error ? waiter.reject(error) : waiter.resolve();
  }

  /** Notes a death. @returns how many there were within the window (ms), this one included */
  noteDeath(windowMs: number): number {
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((time) => now - time < windowMs), now];
    return this.#deaths.length;
  }
}

const lastLines = (file: string, count = 15): string => {
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

/** A child could not be brought up; the message ends with the last lines of its log. */
export class ChildFailedError extends Error {
  override readonly name = 'ChildFailedError';
  readonly role: string;
  readonly exitCode: number | null;

  constructor(child: Child, reason: string, exitCode: number | null) {
    super(`${child.spec.role} ${reason}\n${lastLines(child.logFile)}\n(${child.logFile})`);
    this.role = child.spec.role;
    this.exitCode = exitCode;
  }
}
