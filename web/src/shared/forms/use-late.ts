import { useEffect, useState } from 'react';

/** @returns the value as it was at the last pause of `pauseMs` in its changes */
export function useLate(value: string, pauseMs: number): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => setLate(value), pauseMs);
    return () => clearTimeout(pause);
  }, [value, pauseMs]);
  return late;
}
