import type { Discussion } from '@hearsay/contracts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newerThan } from './shown-messages.ts';

/** Whoever is this near to the end follows what comes. */
const NEAR_END_PX = 160;
/** For how many frames the height must not change before the end is taken as reached: what comes into sight is drawn one or two after the scrolling. */
const STILL_FRAMES = 5;
/** The most frames that it waits for the page to keep still. */
const MOST_FRAMES = 40;
/** For how long the hand of whoever scrolls goes before what comes: in a busy chat one would never get away from its end. */
const HAND_MS = 500;

type Heard = Pick<Discussion, 'number' | 'isMine'>;

const distanceToEnd = () => document.documentElement.scrollHeight - window.scrollY - window.innerHeight;

/** Rows are measured when they come into sight, so the end moves while one goes there: it is followed until it stays. */
function followEnd(): () => void {
  let height = -1;
  let still = 0;
  let left = MOST_FRAMES;
  let frame = 0;
  const step = () => {
    const { scrollHeight } = document.documentElement;
    still = scrollHeight === height ? still + 1 : 0;
    height = scrollHeight;
    window.scrollTo(0, scrollHeight);
    if (still < STILL_FRAMES && --left > 0) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}

/** Keeps the end of the chat in sight while one is there or has just spoken; elsewhere says that one is away from it and what has arrived there. */
export function useFollowEnd(messages: readonly Heard[]) {
  const isAtEnd = useRef(false);
  const seen = useRef(messages.at(-1)?.number ?? 0);
  const stop = useRef<() => void>(undefined);
  /** By the clock of `performance`. */
  const handUntil = useRef(0);
  const [missed, setMissed] = useState(0);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    stop.current?.();
    stop.current = followEnd();
    setMissed(0);
  }, []);

  useEffect(() => {
    const look = () => {
      isAtEnd.current = distanceToEnd() < NEAR_END_PX;
      setAway(!isAtEnd.current);
      if (isAtEnd.current) setMissed(0);
    };
    look();
    const growing = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    growing?.observe(document.body);
    const yieldToHand = (event: Event) => {
      if (event instanceof WheelEvent && event.deltaY >= 0) return;
      stop.current?.();
      handUntil.current = performance.now() + HAND_MS;
    };
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('wheel', yieldToHand, { passive: true });
    window.addEventListener('touchmove', yieldToHand, { passive: true });
    return () => {
      growing?.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('wheel', yieldToHand);
      window.removeEventListener('touchmove', yieldToHand);
      stop.current?.();
    };
  }, []);

  useLayoutEffect(() => {
    const fresh = newerThan(messages, seen.current);
    if (fresh.length === 0) return;
    const isFirst = seen.current === 0;
    seen.current = fresh.at(-1)?.number ?? seen.current;
    const follows = isAtEnd.current && performance.now() >= handUntil.current;
    if (follows || fresh.some(({ isMine }) => isMine)) toEnd();
    else if (!isFirst) setMissed((count) => count + fresh.length);
  }, [messages, toEnd]);

  return { missed, isAway, toEnd };
}
