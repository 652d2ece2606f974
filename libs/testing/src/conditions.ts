/** The pause between two checks is this part of the time waited so far, within these bounds. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };
/** Far above what a busy machine needs; it only ends a test that would wait for ever. */
const limitMs = 150_000;

const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs * pauses.part, pauses.shortestMs), pauses.longestMs);

/** A check that timed out (NATS, fetch) on a busy machine says nothing, so it is repeated. */
const isTooLate = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'TimeoutError';

/**
 * Resolves as soon as `isTrue` returns true. Long waits are checked less often, since checks take processor time from
 * the awaited work.
 * @throws what `isTrue` throws, and after the limit (ms) an error that names `what`; a function is called at the end
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
