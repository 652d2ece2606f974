import type { Discussion } from '@hearsay/contracts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newerThan } from './shown-messages.ts';

/** Whoever is this near to the end follows what comes. */
const NEAR_END_PX = 160;
/** For how long the hand of whoever scrolls goes before what comes: in a busy chat one would never get away from its end. */
const HAND_MS = 500;
/** Keys that lead up the page, outside of what is being written. */
const KEYS_UP = new Set(['ArrowUp', 'PageUp', 'Home']);

type Heard = Pick<Discussion, 'number' | 'isMine'>;

const distanceToEnd = () => document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
const goToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

/** Whether somebody's own hand leads away from the end. */
const leadsAway = (event: Event): boolean => {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  if (!(event instanceof KeyboardEvent)) return true;
  return KEYS_UP.has(event.key) && !(event.target instanceof Element && event.target.closest('input, textarea'));
};

/**
 * Keeps the end of the chat in sight while one is there or has just spoken; elsewhere says that one is away from it and what has arrived there.
 * The page goes along when it has grown and is laid out, before that is painted. To ask for its height while messages are being drawn would lay it
 * out then and there, and once more for what is drawn after.
 * @param hasLater whether the loaded messages end before the newest: then the page goes along with nothing
 */
export function useFollowEnd(messages: readonly Heard[], hasLater = false) {
  const isAtEnd = useRef(false);
  /** Whether the page goes along with its end, until somebody leads away from it. */
  const follows = useRef(false);
  const seen = useRef(messages.at(-1)?.number ?? 0);
  const hadLater = useRef(false);
  /** Where the page was when it was last looked at. */
  const top = useRef(0);
  /** By the clock of `performance`. */
  const handUntil = useRef(0);
  const [missed, setMissed] = useState(0);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    follows.current = true;
    goToEnd();
    setMissed(0);
  }, []);
  /** The list has moved the page itself, because rows above turned out higher or lower: that is nobody's way up. */
  const isShifted = useCallback(() => {
    top.current = window.scrollY;
  }, []);
  const letGo = useCallback(() => {
    follows.current = false;
    handUntil.current = performance.now() + HAND_MS;
  }, []);

  useEffect(() => {
    const look = () => {
      // What has grown since the page went along does not lead away: only a way up does.
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
      if (leadsAway(event)) letGo();
    };
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('wheel', yieldToHand, { passive: true });
    window.addEventListener('touchmove', yieldToHand, { passive: true });
    window.addEventListener('keydown', yieldToHand);
    return () => {
      growing?.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('wheel', yieldToHand);
      window.removeEventListener('touchmove', yieldToHand);
      window.removeEventListener('keydown', yieldToHand);
    };
  }, [letGo]);

  useLayoutEffect(() => {
    const fresh = newerThan(messages, seen.current);
    const isReadOn = hadLater.current;
    hadLater.current = hasLater;
    if (fresh.length === 0) return;
    const isFirst = seen.current === 0;
    seen.current = fresh.at(-1)?.number ?? seen.current;
    // Read on from the beginning, newer messages have not just arrived.
    if (isReadOn) return;
    const follow = isAtEnd.current && performance.now() >= handUntil.current;
    if (follow || fresh.some(({ isMine }) => isMine)) follows.current = true;
    else if (!isFirst) setMissed((count) => count + fresh.length);
  }, [messages, hasLater]);

  return { missed, isAway, toEnd, letGo, isShifted };
}
