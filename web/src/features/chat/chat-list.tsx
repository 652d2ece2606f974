import type { Discussion } from '@hearsay/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { useOffsetTop } from '../../shared/ui/use-offset-top.ts';
import { ChatMessage } from './chat-message.tsx';
import { chatRows } from './chat-rows.ts';

interface ChatListProps {
  readonly messages: readonly Discussion[];
  readonly nearness: number;
  /** The reply that a link led to: scrolled to once and lit up. */
  readonly soughtId: string | null;
  readonly onReply: (message: Discussion) => void;
}

/** The messages near the screen. New ones are followed while the end is in sight. */
export function ChatList({ messages, nearness, soughtId, onReply }: ChatListProps) {
  const top = useRef<HTMLOListElement>(null);
  const margin = useOffsetTop(top);
  const rows = useMemo(() => chatRows(messages), [messages]);
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 104,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => rows[index]?.message.id ?? index,
  });

  const soughtIndex = soughtId === null ? -1 : rows.findIndex(({ message }) => message.id === soughtId);
  const foundId = useRef<string | null>(null);
  useEffect(() => {
    if (soughtIndex < 0 || foundId.current === soughtId || margin === 0) return;
    foundId.current = soughtId;
    virtualizer.scrollToIndex(soughtIndex, { align: 'center' });
  }, [soughtIndex, soughtId, margin, virtualizer]);

  return (
    <ol ref={top} aria-label={chatTexts.list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return row ? (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            <ChatMessage
              row={row}
              nearness={nearness}
              parent={row.message.parentReplyId === null ? undefined : byId.get(row.message.parentReplyId)}
              isSought={row.message.id === soughtId}
              onReply={onReply}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}
