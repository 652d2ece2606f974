import type { Discussion } from '@hearsay/contracts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onScrollToTop } from '../../shared/navigation/scroll-to-top.ts';
import { messagesNewerThan } from './chat-rows.ts';

const NEAR_END_PX = 160;
/**
 * Following pauses this long after a scroll by hand. Without the pause, readers could not leave the end of a busy chat.
 */
const HAND_SCROLL_MS = 500;
const KEYS_UP = new Set(['ArrowUp', 'PageUp', 'Home']);

type Heard = Pick<Discussion, 'number' | 'isMine'>;

const distanceToEnd = () => document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
const goToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

const leadsAway = (event: Event): boolean => {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  if (!(event instanceof KeyboardEvent)) return true;
  return KEYS_UP.has(event.key) && !(event.target instanceof Element && event.target.closest('input, textarea'));
};

/**
 * Follows the end of the chat while the reader is at the end or has just written. Else counts missed messages. A
 * ResizeObserver scrolls after layout, because reading the height during rendering would force a layout each time.
 * @param hasLater newer messages exist that are not loaded, so the loaded end is not followed
 */
export function useFollowEnd(messages: readonly Heard[], hasLater = false) {
  const isAtEnd = useRef(false);
  const follows = useRef(false);
  const seen = useRef(messages.at(-1)?.number ?? 0);
  const hadLater = useRef(false);
  const top = useRef(0);
  /** Time by `performance.now()`. */
  const handUntil = useRef(0);
  const [missed, setMissed] = useState(0);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    follows.current = true;
    goToEnd();
    setMissed(0);
  }, []);
  /** Call it when the list has scrolled the page because rows above changed height. The user did not scroll. */
  const noteListScroll = useCallback(() => {
    top.current = window.scrollY;
  }, []);
  const stopFollowing = useCallback(() => {
    follows.current = false;
    handUntil.current = performance.now() + HAND_SCROLL_MS;
  }, []);

  useEffect(() => {
    const look = () => {
      // The reader leaves the end by scrolling up, not when the page grows.
      const isHeld = follows.current && window.scrollY >= top.current;
      top.current = window.scrollY;
      isAtEnd.current = isHeld || distanceToEnd() < NEAR_END_PX;
      follows.current &&= isAtEnd.current;
      setAway(!isAtEnd.current);
      if (isAtEnd.current) setMissed(0);
    };
    look();
    const growing =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() => {
            if (follows.current) goToEnd();
            look();
          });
    growing?.observe(document.body);
    const yieldToHand = (event: Event) => {
      if (leadsAway(event)) stopFollowing();
    };
    const ended = new AbortController();
    const options = { passive: true, signal: ended.signal };
    window.addEventListener('scroll', look, options);
    for (const kind of ['wheel', 'touchmove', 'keydown']) window.addEventListener(kind, yieldToHand, options);
    const forgetTop = onScrollToTop(stopFollowing);
    return () => {
      forgetTop();
      growing?.disconnect();
      ended.abort();
    };
  }, [stopFollowing]);

  useLayoutEffect(() => {
    const fresh = messagesNewerThan(messages, seen.current);
    const isReadOn = hadLater.current;
    hadLater.current = hasLater;
    if (fresh.length === 0) return;
    const isFirst = seen.current === 0;
    seen.current = fresh.at(-1)?.number ?? seen.current;
    // A reader who continues from the beginning loads newer messages. Does not count them as missed.
    if (isReadOn) return;
    const follow = isAtEnd.current && performance.now() >= handUntil.current;
    if (follow || fresh.some(({ isMine }) => isMine)) {
      follows.current = true;
      // If the page has just shrunk, its scroll event comes after these messages and shows no act of the reader.
      top.current = 0;
    } else if (!isFirst) setMissed((count) => count + fresh.length);
  }, [messages, hasLater]);

  return { missed, isAway, toEnd, stopFollowing, noteListScroll };
}
