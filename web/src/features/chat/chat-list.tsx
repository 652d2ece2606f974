import { type ContentRef, type Discussion, limits } from '@hearsay/contracts';
import { useWindowVirtualizer, type VirtualItem, windowScroll } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { memo, type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { BoostStatusReader } from '../../shared/boosts/boost-status-reader.tsx';
import { chatTexts } from '../../shared/texts/chat.ts';
import { useIsPrinting } from '../../shared/ui/use-is-printing.ts';
import { ChatMessage, type ChatMessageProps } from './chat-message.tsx';
import { opensGroup } from './chat-rows.ts';
import { useEntryPoint } from './use-entry-point.ts';
import { useListKeyboard } from './use-list-keyboard.ts';

interface ChatListProps
  extends Pick<ChatMessageProps, 'nearness' | 'isQuestionPending' | 'isAlwaysAnonymous' | 'onReply' | 'onRemoved'> {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly questionId: string;
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly messages: readonly Discussion[];
  /** Newer messages exist that are not loaded, because the reader has gone to the beginning. */
  readonly hasLater: boolean;
  readonly soughtId: string | null;
  readonly reportedId: string | null;
  /** The reader came from a report about the question, so the chat does not scroll to the newest messages. */
  readonly staysAtQuestion: boolean;
  readonly toEnd: () => void;
  readonly onListScroll: () => void;
}

const LOW_PX = 400;
const ROW_PX = 64;
const OVERSCAN_ROWS = 8;
const MOST_PRINTED = 1_000;
/** If more messages than this number arrive at once, none of them is animated. */
const MOST_ANIMATED = 2;
const BURST_MS = 250;

export const ChatList = memo(function ChatList(props: ChatListProps) {
  const { list, questionId, userId, messages, hasLater, soughtId, reportedId, staysAtQuestion, ...rest } = props;
  const { toEnd, onListScroll, ...shared } = rest;
  const margin = useOffsetTop(list);
  const { entry, shown } = useEntryPoint(questionId, messages);
  // Memoized, because with a new function the virtualizer would measure all rows again on every scroll.
  const getItemKey = useCallback((index: number) => messages[index]?.id ?? index, [messages]);
  const arrivals = useArrivals(messages);
  const [actingId, setActingId] = useActingId();

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: messages.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: margin,
    ...(window.innerHeight > LOW_PX
      ? { scrollPaddingStart: 128, scrollPaddingEnd: 198 }
      : { scrollPaddingStart: 16, scrollPaddingEnd: 124 }),
    // Keeps the reader's place when earlier messages load above.
    anchorTo: 'end',
    // The library must not follow the end of the list, because the page continues below it. See `useFollowEnd`.
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    getItemKey,
    scrollToFn: (...scroll) => {
      windowScroll(...scroll);
      onListScroll();
    },
  });
  // Adjusts the scroll position even while scrolling up, because a row shrinks when it no longer opens its group.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) =>
    (virtualizer.itemSizeCache.has(key) ? end : start) <= (virtualizer.scrollOffset ?? 0);
  const drawn = virtualizer.getVirtualItems();
  const isPrinting = useIsPrinting();

  const soughtIndex = soughtId === null ? -1 : messages.findIndex(({ id }) => id === soughtId);
  const foundId = useRef<string | null>(null);
  const goToSought = useEffectEvent(() => virtualizer.scrollToIndex(soughtIndex, { align: 'center' }));
  useEffect(() => {
    if (soughtIndex < 0 || foundId.current === soughtId || margin === 0) return;
    foundId.current = soughtId;
    goToSought();
  }, [soughtIndex, soughtId, margin]);

  const hasEntered = useRef(entry.at === 'question' || soughtId !== null || staysAtQuestion);
  const enter = useEffectEvent(() => {
    hasEntered.current = true;
    // On a busy device, the reader can jump to the beginning before this frame, and then stays there.
    if (hasLater) return;
    const index = messages.findIndex(({ id }) => id === entry.firstNewId);
    if (entry.at === 'first-new' && index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
    else toEnd();
  });
  useEffect(() => {
    if (hasEntered.current || margin === 0) return;
    const frame = requestAnimationFrame(() => enter());
    return () => cancelAnimationFrame(frame);
  }, [margin]);

  const lastVisible = messages[virtualizer.range?.endIndex ?? -1]?.number ?? 0;
  useEffect(() => shown(lastVisible), [shown, lastVisible]);

  const walk = useListKeyboard(list, {
    count: messages.length,
    drawn: drawn.map(({ index }) => index),
    keyAt: (index) => messages[index]?.id,
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  });

  const orderOf = useRef<(id: string) => number>(() => 0);
  orderOf.current = (id) =>
    Math.max(0, (drawn.find(({ key }) => key === id)?.index ?? 0) - (virtualizer.range?.startIndex ?? 0));
  const [enteredAt] = useState(() => messages.at(-1)?.number ?? 0);
  return (
    <>
      {userId !== null &&
        statusChunksOf(drawn, messages, enteredAt).map((chunk) => (
          <BoostStatusReader key={chunk[0]?.contentId} of={chunk} userId={userId} hasETag />
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
        {(isPrinting ? printed(messages) : drawn).map((item) => {
          const message = messages[item.index];
          if (!message) return null;
          const isFirstNew = message.id === entry.firstNewId;
          return (
            <li
              key={item.key}
              ref={isPrinting ? undefined : virtualizer.measureElement}
              data-index={item.index}
              className={clsx(!isPrinting && 'absolute inset-x-0 top-0', message.id === actingId && 'z-10')}
              style={isPrinting ? undefined : { transform: `translateY(${item.start - margin}px)` }}
            >
              <ChatMessage
                {...shared}
                message={message}
                opensGroup={isFirstNew || opensGroup(messages[item.index - 1], message)}
                isFirstNew={isFirstNew}
                arrivals={arrivals}
                parent={parentOf(message, messages)}
                isSought={message.id === soughtId}
                isReported={message.id === reportedId}
                isActing={message.id === actingId}
                existedOnEntry={message.number <= enteredAt}
                orderOf={orderOf}
                onAct={setActingId}
              />
            </li>
          );
        })}
      </ol>
    </>
  );
});

const printed = (messages: readonly Discussion[]) =>
  messages.map(({ id }, index) => ({ index, key: id, start: 0 })).slice(-MOST_PRINTED);

const parentOf = ({ parentReplyId }: Discussion, messages: readonly Discussion[]): Discussion | undefined =>
  parentReplyId === null ? undefined : messages.findLast(({ id }) => id === parentReplyId);

/** Messages from this number on arrive with animation. Bursts do not, because each animated row is a layer. */
function useArrivals(messages: readonly Discussion[]): RefObject<number> {
  const last = messages.at(-1)?.number ?? 0;
  const seen = useRef({ count: messages.length, last, at: Number.NEGATIVE_INFINITY });
  const from = useRef(last + 1);
  if (seen.current.last !== last) {
    const at = performance.now();
    const isBurst = messages.length - seen.current.count > MOST_ANIMATED || at - seen.current.at < BURST_MS;
    from.current = (isBurst ? last : seen.current.last) + 1;
    seen.current = { count: messages.length, last, at };
  }
  return from;
}

function useActingId() {
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

/**
 * Groups messages near the screen for status calls. Skips messages that arrived later, because the user cannot have
 * boosted them.
 */
function statusChunksOf(
  drawn: readonly VirtualItem[],
  messages: readonly Discussion[],
  enteredAt: number,
): ContentRef[][] {
  const size = limits.batchStatusItems;
  const chunks = new Set(drawn.map(({ index }) => Math.floor((messages[index]?.number ?? 0) / size)));
  return [...chunks]
    .map((chunk) =>
      messages
        .filter(({ number }) => number <= enteredAt && Math.floor(number / size) === chunk)
        .map(({ id }) => ({ contentType: 'discussion' as const, contentId: id })),
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
