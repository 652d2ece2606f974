import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createStore } from '../store/store.ts';

/** Milliseconds. The meter fills and holds, the description opens, then replies open one after the other. */
export const revealTimesMs = {
  fill: 320,
  hold: 250,
  swell: 500,
  nextReply: 60,
  yours: 5000,
} as const;

/** Milliseconds from the reveal until the description begins to open. */
export const wordsOpenAfterMs = revealTimesMs.fill + revealTimesMs.hold;

/** The first reply opens in the middle of the description's opening, each other one shortly after the reply above. */
export const replyOpensAfterMs = (order: number): number =>
  wordsOpenAfterMs + revealTimesMs.swell / 2 + order * revealTimesMs.nextReply;

/** Milliseconds from the reveal until the line that says the question is heard. */
export const heardLineAfterMs = wordsOpenAfterMs + revealTimesMs.swell + 6 * revealTimesMs.nextReply;

/** Questions that a boost from this page has opened. */
const openedQuestions = createStore<ReadonlySet<string>>(new Set());

/** Notes that the viewer's own boost has opened the question, for the phase `yours`. */
export const markOpenedHere = (questionId: string): void =>
  openedQuestions.set(new Set([...openedQuestions.get(), questionId]));

/** `opening` while the words appear, `yours` for five seconds if this viewer opened them, then `heard`. */
export type RevealPhase = 'none' | 'opening' | 'yours' | 'heard';

export function useReveal(isLocked: boolean, questionId: string): RevealPhase {
  const wasLocked = useRef(isLocked);
  const [reveal, setReveal] = useState<'none' | 'opening' | 'heard'>('none');
  const isYours = useSyncExternalStore(openedQuestions.subscribe, () => openedQuestions.get().has(questionId));
  const [isTold, setTold] = useState(false);
  const isOpening = !isLocked && wasLocked.current;
  useEffect(() => {
    if (isLocked || !wasLocked.current) return;
    setReveal('opening');
    const timer = setTimeout(() => {
      wasLocked.current = false;
      setReveal('heard');
    }, heardLineAfterMs);
    return () => clearTimeout(timer);
  }, [isLocked]);
  const isTelling = reveal === 'heard' && isYours && !isTold;
  useEffect(() => {
    if (!isTelling) return;
    const timer = setTimeout(() => setTold(true), revealTimesMs.yours);
    return () => clearTimeout(timer);
  }, [isTelling]);
  if (isTelling) return 'yours';
  return isOpening && reveal === 'none' ? 'opening' : reveal;
}
