import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 160;

const distanceToEnd = () => document.documentElement.scrollHeight - window.scrollY - window.innerHeight;

/** Keeps the end of the chat in sight while one is there; elsewhere counts what has arrived below. */
export function useFollowEnd(lastNumber: number | undefined) {
  const isAtEnd = useRef(false);
  const seen = useRef(lastNumber ?? 0);
  const [missed, setMissed] = useState(0);

  useEffect(() => {
    const look = () => {
      isAtEnd.current = distanceToEnd() < NEAR_END_PX;
      if (isAtEnd.current) setMissed(0);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);

  const toEnd = () => {
    // Twice: rows that come into sight for the first time are measured, and the page may grow by that.
    window.scrollTo(0, document.documentElement.scrollHeight);
    requestAnimationFrame(() => window.scrollTo(0, document.documentElement.scrollHeight));
    setMissed(0);
  };

  useLayoutEffect(() => {
    const isNew = lastNumber !== undefined && lastNumber > seen.current;
    if (!isNew) return;
    const isFirst = seen.current === 0;
    seen.current = lastNumber;
    if (isAtEnd.current) {
      const frame = requestAnimationFrame(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return () => cancelAnimationFrame(frame);
    }
    if (!isFirst) setMissed((count) => count + 1);
  }, [lastNumber]);

  return { missed, toEnd };
}
