import type { Discussion } from '@hearsay/contracts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';

const NEAR_PX = 800;
const ABOVE_PX = 76;
const DRAWN_WITHIN_FRAMES = 60;

interface Ends {
  readonly list: RefObject<HTMLElement | null>;
  readonly messages: readonly Discussion[];
  readonly hasLater: boolean;
  readonly toBeginning: () => Promise<void>;
  readonly loadLater: () => Promise<void>;
  readonly toLatest: () => Promise<void>;
  readonly followEnd: () => void;
  readonly letGo: () => void;
}

type Move = { readonly to: 'beginning' | 'end' } | { readonly to: 'after'; readonly number: number };

export function useEnds({ list, messages, hasLater, toBeginning, loadLater, toLatest, followEnd, letGo }: Ends) {
  const [isLoading, setLoading] = useState(false);
  const [move, setMove] = useState<Move | null>(null);
  const [said, setSaid] = useState('');
  const isBusy = useRef(false);
  const laterButton = useRef<HTMLButtonElement>(null);

  // A press during loading is not lost. The room ignores a page that does not join its last one.
  const load = useCallback(async (read: () => Promise<void>, then: Move | null) => {
    isBusy.current = true;
    setLoading(true);
    try {
      await read();
      if (then) setMove(then);
    } catch {
      toast.bad(chatTexts.earlierFailed.title, chatTexts.earlierFailed.text);
    } finally {
      isBusy.current = false;
      setLoading(false);
    }
  }, []);

  const follow = useEffectEvent((made: Move) => {
    setMove(null);
    if (made.to === 'end') {
      followEnd();
      setSaid(chatTexts.atLatest);
      return;
    }
    if (made.to === 'beginning') {
      letGo();
      window.scrollTo({
        top: window.scrollY + (list.current?.getBoundingClientRect().top ?? 0) - ABOVE_PX,
        behavior: 'instant',
      });
      setSaid(chatTexts.atBeginning);
    }
    const number = made.to === 'after' ? made.number : 0;
    focusReply(messages.find((message) => message.number > number)?.id);
  });
  useEffect(() => {
    if (move) follow(move);
  }, [move]);

  useEffect(() => {
    if (!hasLater) return;
    let before = window.scrollY;
    const look = () => {
      const isDown = window.scrollY > before;
      before = window.scrollY;
      // With the focus on the button, automatic loading would carry the keyboard past the new messages.
      if (isBusy.current || document.activeElement === laterButton.current) return;
      const bottom = list.current?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      if (isDown && bottom < window.innerHeight + NEAR_PX) void load(loadLater, null);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasLater, load, loadLater, list]);

  return {
    isLoading,
    said,
    laterButton,
    toBeginning: () => load(toBeginning, { to: 'beginning' }),
    loadLater: () => load(loadLater, { to: 'after', number: messages.at(-1)?.number ?? 0 }),
    toEnd: () => (hasLater ? load(toLatest, { to: 'end' }) : followEnd()),
  };
}

function focusReply(id: string | undefined, frames = DRAWN_WITHIN_FRAMES): void {
  if (id === undefined || frames === 0) return;
  const row = document.getElementById(`reply-${id}`);
  if (row) {
    row.focus({ preventScroll: true });
    // Rows above it were estimated when the button came into sight.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  } else requestAnimationFrame(() => focusReply(id, frames - 1));
}
