import { useEffect, useRef, useState } from 'react';

/** Follows the value at most once per `everyMs`. The first change shows at once, later ones after the pause. */
export function useThrottledValue<T>(value: T, everyMs: number): T {
  const [taken, setTaken] = useState(value);
  const takenAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === taken) return;
    const take = () => {
      takenAt.current = performance.now();
      setTaken(value);
    };
    const pauseMs = takenAt.current + everyMs - performance.now();
    if (pauseMs <= 0) return take();
    const pause = setTimeout(take, pauseMs);
    return () => clearTimeout(pause);
  }, [value, taken, everyMs]);
  return taken;
}
