import type { LoadResult } from '../load-process.ts';
import { percentile } from '../statistics.ts';

/** Answers the questions of `startLoad`; ends when the bench is gone. */
export const serveLoad = (tasks: Readonly<Record<string, (input: never) => Promise<unknown>>>): void => {
  process.on('message', (message) => {
    const { id, name, input } = message as { id: number; name: string; input: never };
    const task = tasks[name];
    const work = task ? task(input) : Promise.reject(new Error(`This load cannot ${name}`));
    work.then(
      (output) => process.send?.({ id, output }),
      (error: Error) => process.send?.({ id, error: error.stack ?? error.message }),
    );
  });
  process.on('disconnect', () => process.exit(0));
};

/**
 * A closed loop: `callers` of them call `once` again as soon as it is done, for so many seconds. Calls that were begun are
 * waited for and counted, and so is the time they take. A failed call fails the run.
 */
export const closedLoop = async (
  callers: number,
  seconds: number,
  once: (caller: number) => Promise<void>,
): Promise<LoadResult> => {
  const durations: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const loop = async (caller: number) => {
    for (let from = performance.now(); from < until; ) {
      await once(caller);
      const now = performance.now();
      durations.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => loop(caller)));
  return {
    completed: durations.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
};
