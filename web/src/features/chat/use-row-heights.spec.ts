import { describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { message } from '../../../test/sample-content.ts';
import { chatRows } from './chat-rows.ts';
import { useRowHeights } from './use-row-heights.ts';

/** A row of the page, drawn so high. */
const drawn = (height: number) => {
  const element = document.createElement('li');
  Object.defineProperty(element, 'offsetHeight', { value: height });
  return element;
};
/** What an observer tells of a row so high. */
const seen = (height: number) => ({ borderBoxSize: [{ blockSize: height }] }) as unknown as ResizeObserverEntry;
/** The list as far as measuring asks it: nothing in it was measured before. */
const listAt = (index: number) =>
  ({
    options: { horizontal: false, getItemKey: String },
    itemSizeCache: new Map(),
    indexFromElement: () => index,
  }) as never;

describe('the height of a row that is not drawn yet', () => {
  it('is that of the last row like it', () => {
    const rows = chatRows([
      message(1),
      message(2),
      message(3),
      message(4, { content: 'many words, '.repeat(12) }),
      message(5),
    ]);
    const { result } = renderHook(() => useRowHeights(rows));
    const first = result.current.estimate(0);
    expect(result.current.measure(drawn(73), undefined, listAt(0))).toBe(73);
    expect(result.current.estimate(0)).toBe(73);
    // The second one has no head of its own, the fourth more words.
    expect(result.current.estimate(1)).toBe(first);
    result.current.measure(drawn(41), undefined, listAt(1));
    expect([1, 2, 4].map(result.current.estimate)).toEqual([41, 41, 41]);
    expect(result.current.estimate(3)).toBe(first);
    // Enlarged text is measured anew, and what comes is taken for as high.
    result.current.measure(drawn(82), seen(82), listAt(1));
    expect(result.current.estimate(2)).toBe(82);
  });

  it('is not asked of the page while a row like others is drawn, which would lay the page out: it is told when that is done', () => {
    const rows = chatRows([message(1), message(2), message(3)]);
    const { result } = renderHook(() => useRowHeights(rows));
    result.current.measure(drawn(41), undefined, listAt(1));
    const unasked = document.createElement('li');
    const asked = jest.fn(() => 90);
    Object.defineProperty(unasked, 'offsetHeight', { get: asked });
    expect(result.current.measure(unasked, undefined, listAt(2))).toBe(41);
    expect(asked).not.toHaveBeenCalled();
    expect(result.current.measure(unasked, seen(90), listAt(2))).toBe(90);
    // One that was measured before is as high as it was, whatever came after it.
    expect(
      result.current.measure(unasked, undefined, {
        ...(listAt(2) as object),
        itemSizeCache: new Map([['2', 75]]),
      } as never),
    ).toBe(75);
  });

  it('is its own once it was drawn, whatever another like it comes to', () => {
    const rows = chatRows([message(1), message(2), message(3), message(4)]);
    const { result } = renderHook(() => useRowHeights(rows));
    result.current.measure(drawn(85), seen(85), listAt(1));
    const keys = rows.map(({ message: { id } }) => id);
    result.current.keep(
      [2, 3].map((index) => ({ key: keys[index] ?? '', index, size: 85, start: 0, end: 85, lane: 0 })),
    );
    // The list keeps no height by itself that was guessed right.
    const list = listAt(2);
    result.current.measure(drawn(85), seen(85), list);
    expect((list as { itemSizeCache: Map<string, number> }).itemSizeCache).toEqual(new Map([['2', 85]]));
    result.current.measure(drawn(51), seen(51), listAt(1));
    expect([1, 2, 3].map(result.current.estimate)).toEqual([51, 85, 85]);
  });

  it('is asked by the same function while rows come, or the list would be measured anew', () => {
    const { result, rerender } = renderHook(({ rows }) => useRowHeights(rows), {
      initialProps: { rows: chatRows([message(1)]) },
    });
    const { estimate, measure, keep } = result.current;
    rerender({ rows: chatRows([message(1), message(2)]) });
    expect(result.current).toEqual({ estimate, measure, keep });
  });
});
