import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';

/** Earlier messages are asked for when their place comes this near above the screen. */
const NEAR_PX = 800;

/** Reads the messages before the first one: by the button, and by itself while one scrolls up towards them. */
export function useEarlier(list: RefObject<HTMLElement | null>, hasEarlier: boolean, loadEarlier: () => Promise<void>) {
  const [isLoading, setLoading] = useState(false);
  const isBusy = useRef(false);

  const load = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setLoading(true);
    try {
      await loadEarlier();
    } catch {
      toast.bad(chatTexts.earlierFailed.title, chatTexts.earlierFailed.text);
    } finally {
      isBusy.current = false;
      setLoading(false);
    }
  }, [loadEarlier]);

  useEffect(() => {
    if (!hasEarlier) return;
    let before = window.scrollY;
    const look = () => {
      const isUp = window.scrollY < before;
      before = window.scrollY;
      const top = list.current?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
      // Whoever looks at the question itself is not reading the chat: there the button waits.
      if (isUp && top > -NEAR_PX && top < window.innerHeight / 2) void load();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasEarlier, load, list]);

  return { isLoading, load };
}
