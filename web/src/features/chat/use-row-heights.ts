import { textLength } from '@hearsay/contracts';
import { measureElement, type VirtualItem } from '@tanstack/react-virtual';
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
  /** What a drawn row was taken for until it was measured. With another guess it would move, and the list would not know by how much. */
  const kept = useRef(new Map<string, number>());
  const latest = useRef(rows);
  latest.current = rows;
  const keep = useCallback((drawn: readonly VirtualItem[]) => {
    for (const { key, size } of drawn) if (!kept.current.has(String(key))) kept.current.set(String(key), size);
  }, []);
  const estimate = useCallback((index: number): number => {
    const row = latest.current[index];
    return (row && (kept.current.get(row.message.id) ?? known.current.get(likenessOf(row)))) ?? ROW_PX;
  }, []);
  const measure: typeof measureElement = useCallback(
    (element, entry, list) => {
      const index = list.indexFromElement(element);
      const key = list.options.getItemKey(index);
      const row = latest.current[index];
      const guess = row && known.current.get(likenessOf(row));
      // Asked for while it is being drawn, it would have the page laid out for the answer; the observer tells it in the same frame, if it is another.
      const isFirst = !list.itemSizeCache.has(key);
      if (guess !== undefined && entry === undefined && isFirst) return guess;
      const height = measureElement(element, entry, list);
      // The list keeps no height that was guessed right, and would ask again when another row like it may be of another height.
      if (isFirst && height === estimate(index)) list.itemSizeCache.set(key, height);
      if (row) known.current.set(likenessOf(row), height);
      return height;
    },
    [estimate],
  );
  return { estimate, measure, keep };
}

/** What makes rows equally high, as far as it is known without drawing them. */
const likenessOf = ({ message, opensGroup, isFirstNew }: ChatRow): string =>
  [
    opensGroup,
    isFirstNew,
    message.isMine,
    message.parentReplyId !== null,
    message.boostCount > 0,
    message.content === null
      ? `whisper of ${whisperLinesOf(message.id)}`
      : Math.ceil(textLength(message.content) / ALIKE_CHARACTERS),
    message.content !== null && takesMoreLines(message.content, 12),
  ].join(' ');
