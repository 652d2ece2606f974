import type { Discussion } from '@hearsay/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { storedNumbers } from '../../shared/store/stored-numbers.ts';

const MOST_CHATS = 200;

const shownNumbers = storedNumbers('chat-shown', MOST_CHATS);

/** Highest message number of a chat that this browser has shown. Null for a chat that it never showed. */
export const lastShownNumber = shownNumbers.get;

/** Keeps the higher number if this browser has already shown a later message. */
export function saveShownNumber(questionId: string, number: number): void {
  shownNumbers.set(questionId, Math.max(lastShownNumber(questionId) ?? 0, number));
}

interface EntryPoint {
  /** First message that this browser has not shown. Null on a first visit, and if every message was shown. */
  readonly firstNewId: string | null;
  readonly at: 'first-new' | 'newest' | 'question';
}

/** Readers enter at the question on a first visit, and later at the first new message. */
export function useEntryPoint(questionId: string, messages: readonly Discussion[]) {
  const [entry] = useState<EntryPoint>(() => entryPointAfter(lastShownNumber(questionId), messages));
  const furthest = useRef(0);
  const written = useRef(0);

  const write = useCallback(() => {
    if (furthest.current <= written.current) return;
    written.current = furthest.current;
    saveShownNumber(questionId, furthest.current);
  }, [questionId]);

  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = useCallback(
    (number: number) => {
      if (number <= furthest.current) return;
      furthest.current = number;
      clearTimeout(timer.current);
      timer.current = setTimeout(write, WRITE_AFTER_MS);
    },
    [write],
  );
  return { entry, shown };
}

/** Milliseconds without a scroll until the number is stored. */
const WRITE_AFTER_MS = 400;

/** `lastShown` is the highest number of a message that this browser has shown. */
export function entryPointAfter(lastShown: number | null, messages: readonly Discussion[]): EntryPoint {
  if (lastShown === null) return { firstNewId: null, at: 'question' };
  const firstNew = messages.find(({ number, isMine }) => number > lastShown && !isMine);
  return firstNew ? { firstNewId: firstNew.id, at: 'first-new' } : { firstNewId: null, at: 'newest' };
}
