import { useEffect, useRef, useState } from 'react';

/** Milliseconds. The meter fills and holds, the description opens, then replies open one after the other. */
export const revealTimes = {
  fill: 320,
  hold: 250,
  swell: 500,
  nextReply: 60,
} as const;

export const wordsOpenAfter = revealTimes.fill + revealTimes.hold;

/** Replies open from the middle of the description's opening on, each shortly after the reply above. */
export const replyOpensAfter = (order: number): number =>
  wordsOpenAfter + revealTimes.swell / 2 + order * revealTimes.nextReply;

const heardAfter = wordsOpenAfter + revealTimes.swell + 6 * revealTimes.nextReply;

/** `opening` while the words appear, then `heard` until the page closes. */
export function useReveal(isLocked: boolean): 'none' | 'opening' | 'heard' {
  const wasLocked = useRef(isLocked);
  const [reveal, setReveal] = useState<'none' | 'opening' | 'heard'>('none');
  const isOpening = !isLocked && wasLocked.current;
  useEffect(() => {
    if (isLocked || !wasLocked.current) return;
    setReveal('opening');
    const timer = setTimeout(() => {
      wasLocked.current = false;
      setReveal('heard');
    }, heardAfter);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return isOpening && reveal === 'none' ? 'opening' : reveal;
}
