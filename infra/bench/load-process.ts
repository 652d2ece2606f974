import { fork } from 'node:child_process';

/** What one run of a load has done. */
export interface LoadResult {
  readonly completed: number;
  readonly seconds: number;
  /** How long the run has taken, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface LoadProcess {
  readonly pid: number;
  /** Asks the process to do what `name` stands for in `serveLoad`. @throws what went wrong there. */
  ask<T>(name: string, input?: object): Promise<T>;
  stop(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: string;
}

/** Starts a load in a Node process of its own, so that its CPU is counted apart from the servers'. */
export const startLoad = (script: URL): LoadProcess => {
  const child = fork(script, { execArgv: ['--disable-warning=ExperimentalWarning'], serialization: 'advanced' });
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`The load process ${script.pathname} has ended`));
  });
  child.on('message', (message) => {
    const { id, output, error } = message as Answer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(output as never);
    else asked?.reject(new Error(error));
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, input });
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};
