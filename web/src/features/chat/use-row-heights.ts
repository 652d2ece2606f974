import { textLength } from '@hearsay/contracts';
import { measureElement } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { takesMoreLines } from '../../shared/words/rough-lines.ts';
import { whisperLinesOf } from './chat-message.tsx';
import type { ChatRow } from './chat-rows.ts';

/** What a row comes to before any other like it was seen. */
const ROW_PX = 64;
/** Rows whose words differ by fewer characters mostly have as many lines. */
const ALIKE_CHARACTERS = 8;

/**
 * How high rows are before they are drawn: as high as the last one like it. A guess that is right spares the list being laid out and drawn a second
 * time when the row is measured, whatever the size of the text.
 */
export function useRowHeights(rows: readonly ChatRow[]) {
  const known = useRef(new Map<string, number>());
  /**
   * Of each row by itself: the list keeps no height that was guessed right, and asks again whenever rows have come or changed. By then another one like
   * it may be of another height, such as the words of a whisper that has opened out of sight, and this one would lie over the next.
   */
  const own = useRef(new Map<string, number>());
  const latest = useRef(rows);
  latest.current = rows;
  const guessOf = useCallback(
    (row: ChatRow | undefined): number | undefined => row && (own.current.get(row.message.id) ?? known.current.get(likenessOf(row))),
    [],
  );
  const estimate = useCallback((index: number): number => guessOf(latest.current[index]) ?? ROW_PX, [guessOf]);
  const measure: typeof measureElement = useCallback(
    (element, entry, list) => {
      const index = list.indexFromElement(element);
      const row = latest.current[index];
      const guess = guessOf(row);
      // Asked for while it is being drawn, it would have the page laid out for the answer; the observer tells it in the same frame, if it is another.
      if (guess !== undefined && entry === undefined && !list.itemSizeCache.has(list.options.getItemKey(index))) return guess;
      const height = measureElement(element, entry, list);
      if (row) {
        known.current.set(likenessOf(row), height);
        own.current.set(row.message.id, height);
      }
      return height;
    },
    [guessOf],
  );
  return { estimate, measure };
}

/** What makes rows equally high, as far as it is known without drawing them. */
const likenessOf = ({ message, opensGroup, isFirstNew }: ChatRow): string =>
  [
    opensGroup,
    isFirstNew,
    message.isMine,
    message.parentReplyId !== null,
    message.boostCount > 0,
    message.content === null ? `whisper of ${whisperLinesOf(message.id)}` : Math.ceil(textLength(message.content) / ALIKE_CHARACTERS),
    message.content !== null && takesMoreLines(message.content, 12),
  ].join(' ');
