import { useEffect, useState } from 'react';

/** Less than this is a trembling finger. Pixels. */
const TREMBLE = 8;
/** How near to its end a page counts as at the end: there lists keep room, and the button comes back. Pixels. */
const NEAR_END = 60;

/** Whether the page was last scrolled down, away from its top and not yet at its end. */
export function useIsScrollingDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const { scrollY, innerHeight } = window;
      if (Math.abs(scrollY - last) < TREMBLE) return;
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - NEAR_END;
      setDown(scrollY > last && scrollY > TREMBLE && !isAtEnd);
      last = scrollY;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isDown;
}
