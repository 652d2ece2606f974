import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether words have opened while the question was out of sight above; going there is having heard it. */
export function useRevealNews(isLocked: boolean, chat: RefObject<HTMLElement | null>): boolean {
  const wasLocked = useRef(isLocked);
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    const isOutOfSight = (chat.current?.getBoundingClientRect().top ?? 0) < HEADER_PX;
    if (!isLocked && wasLocked.current && isOutOfSight) setNews(true);
    wasLocked.current = isLocked;
  }, [isLocked, chat]);
  useEffect(() => {
    if (!hasNews) return;
    const look = () => {
      if ((chat.current?.getBoundingClientRect().top ?? 0) > HEADER_PX) setNews(false);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasNews, chat]);
  return hasNews;
}

/** Above it the page's header lies over everything. */
const HEADER_PX = 72;
