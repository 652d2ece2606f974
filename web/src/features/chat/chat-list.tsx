import { type ContentRef, type Discussion, limits } from '@hearsay/contracts';
import { useWindowVirtualizer, type VirtualItem, windowScroll } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { KnownBoosts } from '../../shared/boosts/known-boosts.tsx';
import { chatTexts } from '../../shared/texts/chat.ts';
import { useIsPrinting } from '../../shared/ui/use-is-printing.ts';
import { ChatMessage, type ChatMessageProps } from './chat-message.tsx';
import { type ChatRow, chatRows } from './chat-rows.ts';
import { useEntry } from './use-entry.ts';
import { useKeyboardWalk } from './use-keyboard-walk.ts';

interface ChatListProps
  extends Pick<ChatMessageProps, 'nearness' | 'isWaiting' | 'isUnnamed' | 'onReply' | 'onRemoved'> {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly questionId: string;
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly messages: readonly Discussion[];
  readonly soughtId: string | null;
  readonly toEnd: () => void;
  readonly onShifted: () => void;
}

const LOW_PX = 400;
const ROW_PX = 64;
const BEYOND = 8;
const MOST_PRINTED = 1_000;
/** More messages than this at once arrive without animation. */
const FEW = 2;
const COMING_MS = 250;

export const ChatList = memo(function ChatList(props: ChatListProps) {
  const { list, questionId, userId, messages, soughtId, toEnd, onShifted, ...shared } = props;
  const margin = useOffsetTop(list);
  const { entry, shown } = useEntry(questionId, messages, userId === null);
  const rows = useMemo(() => chatRows(messages, entry.firstNewId), [messages, entry.firstNewId]);
  // Memoized, because with a new function the virtualizer would measure all rows again on every scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.message.id ?? index, [rows]);
  const arrivals = useArrivals(rows);
  const [actingId, setActingId] = useActing();

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
    scrollMargin: margin,
    ...(window.innerHeight > LOW_PX
      ? { scrollPaddingStart: 76, scrollPaddingEnd: 198 }
      : { scrollPaddingStart: 16, scrollPaddingEnd: 124 }),
    // Keeps the reader's place when earlier messages load above.
    anchorTo: 'end',
    // Turns off the library's following. `useFollowEnd` does this, because the page continues below the list.
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    getItemKey,
    scrollToFn: (...scroll) => {
      windowScroll(...scroll);
      onShifted();
    },
  });
  // Adjusts for measured rows even while scrolling up. Such a row shrinks when it no longer opens its group.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) =>
    (virtualizer.itemSizeCache.has(key) ? end : start) <= (virtualizer.scrollOffset ?? 0);
  const drawn = virtualizer.getVirtualItems();
  const isPrinting = useIsPrinting();

  const soughtIndex = soughtId === null ? -1 : rows.findIndex(({ message }) => message.id === soughtId);
  const foundId = useRef<string | null>(null);
  const goToSought = useEffectEvent(() => virtualizer.scrollToIndex(soughtIndex, { align: 'center' }));
  useEffect(() => {
    if (soughtIndex < 0 || foundId.current === soughtId || margin === 0) return;
    foundId.current = soughtId;
    goToSought();
  }, [soughtIndex, soughtId, margin]);

  const hasEntered = useRef(entry.at === 'question' || soughtId !== null);
  const enter = useEffectEvent(() => {
    hasEntered.current = true;
    const index = rows.findIndex(({ isFirstNew }) => isFirstNew);
    if (entry.at === 'first-new' && index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
    else toEnd();
  });
  useEffect(() => {
    if (hasEntered.current || margin === 0) return;
    const frame = requestAnimationFrame(() => enter());
    return () => cancelAnimationFrame(frame);
  }, [margin]);

  const lastVisible = rows[virtualizer.range?.endIndex ?? -1]?.message.number ?? 0;
  useEffect(() => shown(lastVisible), [shown, lastVisible]);

  const walk = useKeyboardWalk(list, {
    count: rows.length,
    drawn: drawn.map(({ index }) => index),
    keyAt: (index) => rows[index]?.message.id,
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  });

  const orderOf = useRef<(id: string) => number>(() => 0);
  orderOf.current = (id) =>
    Math.max(0, (drawn.find(({ key }) => key === id)?.index ?? 0) - (virtualizer.range?.startIndex ?? 0));
  const [enteredAt] = useState(() => messages.at(-1)?.number ?? 0);
  return (
    <>
      {userId !== null &&
        boostedBefore(drawn, rows, enteredAt).map((chunk) => (
          <KnownBoosts key={chunk[0]?.contentId} of={chunk} userId={userId} hasETag />
        ))}
      <p id="chat-keys" className="hidden">
        {chatTexts.keys}
      </p>
      <ol
        ref={list}
        aria-label={chatTexts.list}
        className="relative"
        style={{ height: isPrinting ? undefined : virtualizer.getTotalSize() }}
        onKeyDown={walk.onKeyDown}
        onFocus={walk.onFocus}
        onBlur={walk.onBlur}
      >
        {(isPrinting ? printed(rows) : drawn).map((item) => {
          const row = rows[item.index];
          return row ? (
            <li
              key={item.key}
              ref={isPrinting ? undefined : virtualizer.measureElement}
              data-index={item.index}
              className={clsx(!isPrinting && 'absolute inset-x-0 top-0', row.message.id === actingId && 'z-10')}
              style={isPrinting ? undefined : { transform: `translateY(${item.start - margin}px)` }}
            >
              <ChatMessage
                {...shared}
                row={row}
                arrivals={arrivals}
                parent={parentOf(row.message, messages)}
                isSought={row.message.id === soughtId}
                isActing={row.message.id === actingId}
                wasThere={row.message.number <= enteredAt}
                orderOf={orderOf}
                onAct={setActingId}
              />
            </li>
          ) : null;
        })}
      </ol>
    </>
  );
});

const printed = (rows: readonly ChatRow[]) =>
  rows.map(({ message }, index) => ({ index, key: message.id, start: 0 })).slice(-MOST_PRINTED);

const parentOf = ({ parentReplyId }: Discussion, messages: readonly Discussion[]): Discussion | undefined =>
  parentReplyId === null ? undefined : messages.findLast(({ id }) => id === parentReplyId);

/** Messages from this number on arrive with animation. Bursts do not, because each animated row is a layer. */
function useArrivals(rows: readonly ChatRow[]): RefObject<number> {
  const last = rows.at(-1)?.message.number ?? 0;
  const seen = useRef({ count: rows.length, last, at: Number.NEGATIVE_INFINITY });
  const from = useRef(last + 1);
  if (seen.current.last !== last) {
    const at = performance.now();
    const isBurst = rows.length - seen.current.count > FEW || at - seen.current.at < COMING_MS;
    from.current = (isBurst ? last : seen.current.last) + 1;
    seen.current = { count: rows.length, last, at };
  }
  return from;
}

function useActing() {
  const [actingId, setActingId] = useState<string | null>(null);
  useEffect(() => {
    if (actingId === null) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(`[data-acts], dialog, #reply-${CSS.escape(actingId)}`))
        setActingId(null);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [actingId]);
  return [actingId, setActingId] as const;
}

/** Groups messages near the screen for status calls. Skips later arrivals, which the user cannot have boosted. */
function boostedBefore(drawn: readonly VirtualItem[], rows: readonly ChatRow[], enteredAt: number): ContentRef[][] {
  const size = limits.batchStatusItems;
  const chunks = new Set(drawn.map(({ index }) => Math.floor((rows[index]?.message.number ?? 0) / size)));
  return [...chunks]
    .map((chunk) =>
      rows
        .filter(({ message: { number } }) => number <= enteredAt && Math.floor(number / size) === chunk)
        .map(({ message }) => ({ contentType: 'discussion' as const, contentId: message.id })),
    )
    .filter((items) => items.length > 0);
}

/** Pixels from the document's top to an element. Measures again when the layout changes. */
function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setOffset(Math.round(box.top + window.scrollY));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}
