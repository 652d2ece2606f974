import { useEffect, useRef } from 'react';

const LOAD_WITHIN_PX = 100;

/** `pages` is the number of loaded pages. A change checks again. */
export function useLoadNearEnd(isWanted: boolean, load: () => unknown, pages = 0): void {
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came at once has left `isWanted` as it was.
  useEffect(() => {
    if (!isWanted) return;
    const check = () => {
      const { scrollHeight } = document.documentElement;
      if (window.scrollY + window.innerHeight >= scrollHeight - LOAD_WITHIN_PX) latest.current();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    return () => window.removeEventListener('scroll', check);
  }, [isWanted, pages]);
}
