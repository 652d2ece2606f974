import { percentile } from './statistics.ts';

/** `p99` is the 99th percentile of single calls in milliseconds. */
export interface LoadResult {
  readonly completed: number;
  readonly seconds: number;
  readonly p99: number;
}

/** Each caller makes one call after the other. Calls in progress at the end count too. A failed call fails the run. */
export const runClosedLoop = async (
  callers: number,
  seconds: number,
  once: (caller: number) => Promise<unknown>,
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
    p99: percentile(durations, 0.99),
  };
};
