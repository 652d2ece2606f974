/** The pause between two checks is this part of the elapsed time, within these bounds. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };
/** This limit is longer than a busy machine needs. It only ends a test that would wait for ever. */
const limitMs = 150_000;

const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs * pauses.part, pauses.shortestMs), pauses.longestMs);

/** True for a timeout of NATS or fetch. On a busy machine a timeout proves nothing, so the check is repeated. */
const isTooLate = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'TimeoutError';

/**
 * Resolves as soon as `isTrue` returns true. After a long wait it checks less often, because checks take processor time
 * from the awaited work.
 * @throws errors of `isTrue`, and after the limit (ms) an error with `what`. If `what` is a function, it is called then
 */
export const eventually = async (
  what: string | (() => string),
  isTrue: () => boolean | Promise<boolean>,
  withinMs = limitMs,
): Promise<void> => {
  const from = performance.now();
  for (;;) {
    try {
      if (await isTrue()) return;
    } catch (error) {
      if (!isTooLate(error)) throw error;
    }
    const waitedMs = performance.now() - from;
    if (waitedMs > withinMs) throw new Error(`Not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)));
  }
};
