/** The pause between two looks at a condition: a part of the time that it has taken already, within these bounds. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };
/** How long a condition may take. It is far above what a busy machine needs, and only ends a test that would wait for ever. */
const limitMs = 150_000;

const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs * pauses.part, pauses.shortestMs), pauses.longestMs);

/** Whether a look was not answered within its own time (NATS, fetch): on a busy machine it has seen nothing yet, and another look may. */
const isTooLate = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'TimeoutError';

/**
 * Resolves as soon as `isTrue` answers true: the tests' way of waiting, instead of a sleep. What takes long is looked at less often, since
 * looking takes the processor from what is waited for. Throws what `isTrue` throws, and after the limit (ms) an error that names `what`, which is asked
 * at the end when it is a function.
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
