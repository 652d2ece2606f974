import { useEffect, useState } from 'react';

/** @returns the first value, and later the last value that stayed unchanged for `pauseMs` */
export function useLate(value: string, pauseMs: number): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => setLate(value), pauseMs);
    return () => clearTimeout(pause);
  }, [value, pauseMs]);
  return late;
}
