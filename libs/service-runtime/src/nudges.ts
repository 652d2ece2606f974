const nudgeEveryMs = 25;

/** Nudges the relay at once after the first commit. Further commits within 25 ms share one nudge at the end. */
export const nudgeOncePerTick = (nudge: () => void): (() => void) => {
  let lastAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    lastAt = performance.now();
    nudge();
  };
  return () => {
    if (timer) return;
    const wait = lastAt + nudgeEveryMs - performance.now();
    if (wait <= 0) send();
    else timer = setTimeout(send, wait);
  };
};
