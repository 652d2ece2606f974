const lookEveryMs = 10;

/** Resolves as soon as `isTrue` answers true: the tests' way of waiting, instead of a sleep. Throws after `withinMs`, naming `what`. */
export const eventually = async (what: string, isTrue: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> => {
  const until = performance.now() + withinMs;
  for (;;) {
    if (await isTrue()) return;
    if (performance.now() > until) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
};
