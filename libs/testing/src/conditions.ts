/** How often a condition is looked at. */
const lookEveryMs = 10;
/** How long a condition may take. It is far above what a busy machine needs, and only ends a test that would wait for ever. */
const limitMs = 150_000;

/**
 * Resolves as soon as `isTrue` answers true: the tests' way of waiting, instead of a sleep. Throws after the limit (ms), naming `what`,
 * which is asked at the end when it is a function.
 */
export const eventually = async (
  what: string | (() => string),
  isTrue: () => boolean | Promise<boolean>,
  withinMs = limitMs,
): Promise<void> => {
  const until = performance.now() + withinMs;
  for (;;) {
    if (await isTrue()) return;
    if (performance.now() > until) throw new Error(`Not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
};
