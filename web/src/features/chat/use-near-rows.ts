import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Rows = Virtualizer<Window, HTMLLIElement>;
type Options = Pick<
  VirtualizerOptions<Window, HTMLLIElement>,
  | 'count'
  | 'estimateSize'
  | 'measureElement'
  | 'scrollMargin'
  | 'scrollPaddingStart'
  | 'scrollPaddingEnd'
  | 'anchorTo'
  | 'getItemKey'
>;

/** So many rows beyond the screen are drawn on either side. */
const BEYOND = 8;
/** With so many of them left the list is not drawn again for a scroll. */
const SPARE = 5;

interface NearRows {
  readonly virtualizer: Rows;
  readonly drawn: readonly VirtualItem[];
}

/**
 * The rows near the screen, of however many, as the library's own hook gives them, but for when they are drawn again: that one draws the list whenever another
 * row is the first or the last in sight, and when a scroll begins and ends. A page that goes along with the end of a busy chat drew every message twice so,
 * the second time only to let go of rows at the top. Here rows that are out of sight stay until something is drawn anyway.
 */
export function useNearRows(
  options: Options,
  on: { readonly moved: (rows: Rows) => void; readonly scrolled: () => void },
): NearRows {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const places = useRef({ total: 0, starts: new Map<number, number>() });
  const isDrawing = useRef(false);
  const all: VirtualizerOptions<Window, HTMLLIElement> = {
    ...options,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    initialOffset: () => window.scrollY,
    scrollToFn: (...scroll) => {
      windowScroll(...scroll);
      on.scrolled();
    },
    overscan: BEYOND,
    // Going along with the end is left to the page, which knows what else stands below the list.
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    onChange: (rows, isMoved) => {
      if (!isDrawn(rows, places.current)) {
        // With the page moved, a frame in between would be painted with the rows where they were. While rows are drawn React draws again by itself.
        if (isMoved && !isDrawing.current) flushSync(draw);
        else draw();
      }
      on.moved(rows);
    },
  };
  const [virtualizer] = useState(() => {
    const rows = new Virtualizer(all);
    // Also upwards, where the library leaves a row alone that was measured before: one that no longer opens its group is lower.
    rows.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) =>
      (rows.itemSizeCache.has(key) ? end : start) <= (rows.scrollOffset ?? 0);
    const { measureElement } = rows;
    rows.measureElement = (row) => {
      isDrawing.current = true;
      measureElement(row);
      isDrawing.current = false;
    };
    return rows;
  });
  virtualizer.setOptions(all);
  const drawn = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    places.current = { total, starts: new Map(drawn.map(({ index, start }) => [index, start])) };
    // The page may have been scrolled between this drawing and its standing there.
    if (!isDrawn(virtualizer, places.current)) draw();
  }, [virtualizer, drawn, total]);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return { virtualizer, drawn };
}

/** Whether all that is in sight, and somewhat more, stands where it belongs. */
function isDrawn(
  rows: Rows,
  { total, starts }: { readonly total: number; readonly starts: ReadonlyMap<number, number> },
): boolean {
  const near = rows.getVirtualItems();
  const { startIndex, endIndex } = rows.range ?? { startIndex: 0, endIndex: -1 };
  return (
    rows.getTotalSize() === total &&
    near.every(
      ({ index, start }) => index < startIndex - SPARE || index > endIndex + SPARE || starts.get(index) === start,
    )
  );
}
