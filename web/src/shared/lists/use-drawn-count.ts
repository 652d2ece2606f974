import { useEffect, useState } from 'react';

/** So many rows fill the largest screen that people read on. */
const AT_FIRST = 20;
/** So many more are drawn in a frame. */
const MORE = 10;

/**
 * How many rows of a list to draw that is long and not as long as to be worth a virtual one: a screenful at first, the others a few with each
 * frame. All of them at once would keep a slow phone from answering.
 */
export function useDrawnCount(length: number): number {
  const [count, setCount] = useState(AT_FIRST);
  useEffect(() => {
    if (count >= length) return;
    const frame = requestAnimationFrame(() => setCount(count + MORE));
    return () => cancelAnimationFrame(frame);
  }, [count, length]);
  return Math.min(count, length);
}
