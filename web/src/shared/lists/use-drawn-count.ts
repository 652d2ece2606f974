import { useEffect, useState } from 'react';

const AT_FIRST = 20;
const MORE = 10;

/** A screenful first, more with each frame. Drawing a long list at once would block a slow phone. */
export function useDrawnCount(length: number): number {
  const [count, setCount] = useState(AT_FIRST);
  useEffect(() => {
    if (count >= length) return;
    const frame = requestAnimationFrame(() => setCount(count + MORE));
    return () => cancelAnimationFrame(frame);
  }, [count, length]);
  return Math.min(count, length);
}
