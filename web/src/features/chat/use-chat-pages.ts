import type { Discussion } from '@hearsay/contracts';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';

const NEAR_PX = 800;
const ABOVE_PX = 76;
const DRAWN_WITHIN_FRAMES = 60;

interface Pages
  extends Readonly<Record<'loadEarlier' | 'toBeginning' | 'loadLater' | 'toLatest', () => Promise<void>>> {
  readonly list: RefObject<HTMLElement | null>;
  readonly messages: readonly Discussion[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  readonly followEnd: () => void;
  readonly stopFollowing: () => void;
}

type Move = { readonly to: 'beginning' } | { readonly to: 'end' } | { readonly to: 'after'; readonly number: number };

/** Loads earlier and later pages when the reader nears them. Also moves to the beginning and to the end. */
export function useChatPages(pages: Pages) {
  const { list, messages, hasEarlier, hasLater, loadEarlier, loadLater, followEnd, stopFollowing } = pages;
  const [loading, setLoading] = useState<'earlier' | 'later' | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const [said, setSaid] = useState('');
  const isBusy = useRef(false);
  const laterButton = useRef<HTMLButtonElement>(null);

  // The buttons can be pressed while a page loads. The room ignores a page that does not continue its messages.
  const load = useCallback(async (which: 'earlier' | 'later', read: () => Promise<void>, then: Move | null = null) => {
    isBusy.current = true;
    setLoading(which);
    try {
      await read();
      if (then) setMove(then);
    } catch {
      toast.bad(chatTexts.earlierFailed.title, chatTexts.earlierFailed.text);
    } finally {
      isBusy.current = false;
      setLoading(null);
    }
  }, []);

  const follow = useEffectEvent((made: Move) => {
    setMove(null);
    if (made.to === 'end') {
      followEnd();
      setSaid(chatTexts.atLatest);
      return;
    }
    if (made.to === 'after') {
      focusReply(messages.find((message) => message.number > made.number)?.id);
      return;
    }
    stopFollowing();
    const toTop = () => {
      const top = window.scrollY + (list.current?.getBoundingClientRect().top ?? 0) - ABOVE_PX;
      window.scrollTo({ top, behavior: 'instant' });
    };
    toTop();
    setSaid(chatTexts.atBeginning);
    // The list undoes a scroll that comes while it measures rows, so the scroll is repeated until the row is drawn.
    focusReply(messages[0]?.id, toTop);
  });
  useEffect(() => {
    if (move) follow(move);
  }, [move]);

  useEffect(() => {
    if (!hasEarlier && !hasLater) return;
    let before = window.scrollY;
    const look = () => {
      const by = window.scrollY - before;
      before = window.scrollY;
      const box = list.current?.getBoundingClientRect();
      // While the button has the focus, automatic loading would move the button below the new messages.
      if (isBusy.current || !box || document.activeElement === laterButton.current) return;
      // Does not load earlier messages while the question is on the screen. There, only the button loads them.
      if (hasEarlier && by < 0 && box.top > -NEAR_PX && box.top < window.innerHeight / 2)
        void load('earlier', loadEarlier);
      if (hasLater && by > 0 && box.bottom < window.innerHeight + NEAR_PX) void load('later', loadLater);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [hasEarlier, hasLater, load, loadEarlier, loadLater, list]);

  return {
    loading,
    said,
    laterButton,
    loadEarlier: () => load('earlier', loadEarlier),
    toBeginning: () => load('later', pages.toBeginning, { to: 'beginning' }),
    loadLater: () => load('later', loadLater, { to: 'after', number: messages.at(-1)?.number ?? 0 }),
    toEnd: () => (hasLater ? load('later', pages.toLatest, { to: 'end' }) : followEnd()),
  };
}

function focusReply(id: string | undefined, goThere = () => {}, frames = DRAWN_WITHIN_FRAMES): void {
  if (id === undefined || frames === 0) return;
  const row = document.getElementById(`reply-${id}`);
  if (row) {
    row.focus({ preventScroll: true });
    // Scrolls again, because the heights of rows above were only estimates.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    return;
  }
  requestAnimationFrame(() => {
    goThere();
    focusReply(id, goThere, frames - 1);
  });
}
