import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface ListKeyboardHandlers {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
  readonly onBlur: (event: { readonly target: EventTarget; readonly relatedTarget: EventTarget | null }) => void;
}

interface Rows {
  readonly count: number;
  readonly drawn: readonly number[];
  readonly keyAt: (index: number) => string | undefined;
  readonly scrollToRow: (index: number) => void;
}

/** Makes a list one tab stop. Arrow keys, Home and End also reach rows that are not drawn. */
export function useListKeyboard(
  list: RefObject<HTMLElement | null>,
  { count, drawn, keyAt, scrollToRow }: Rows,
): ListKeyboardHandlers {
  const [key, setKey] = useState<string | undefined>();
  const wanted = useRef<string | undefined>(undefined);
  const known = drawn.find((index) => keyAt(index) === key);
  const stopIndex = known ?? drawn.at(-1) ?? -1;

  const articleAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] article`);
  const focus = (index: number) => {
    const article = articleAt(index);
    article?.focus({ preventScroll: true });
    return article !== null && article !== undefined;
  };

  // Sets the attribute `tabindex` here, because a prop would redraw the previous row with each new message.
  const stop = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const article = articleAt(stopIndex) ?? null;
    if (stop.current === article) return;
    stop.current?.setAttribute('tabindex', '-1');
    article?.setAttribute('tabindex', '0');
    stop.current = article;
  });

  // Focuses a distant message once scrolling has drawn it.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const index = drawn.find((each) => keyAt(each) === wanted.current);
    if (index !== undefined && focus(index)) wanted.current = undefined;
  });

  // The row with the focus, or the one that opened the focused dialog.
  const held = useRef<{ readonly key: string | undefined; readonly index: number } | null>(null);
  useEffect(() => {
    const row = held.current;
    if (row === null) return;
    const index = indexOf(row.key, row.index, count, keyAt);
    if (index >= 0) held.current = { key: row.key, index };
    else if (isNowhere()) {
      // The focused message was removed. Focuses the next message, else the previous one.
      held.current = null;
      const next = Math.min(row.index, count - 1);
      if (next < 0 || focus(next)) return;
      wanted.current = keyAt(next);
      scrollToRow(next);
    }
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.tagName !== 'ARTICLE' || stopIndex < 0) return;
    const next = { ArrowUp: stopIndex - 1, ArrowDown: stopIndex + 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    setKey(keyAt(next));
    wanted.current = keyAt(next);
    scrollToRow(next);
  };

  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    const row = target instanceof Element ? target.closest('[data-index]') : null;
    if (!row) return;
    const index = Number(row.getAttribute('data-index'));
    setKey(keyAt(index));
    held.current = { key: keyAt(index), index };
  };

  // A dialog returns the focus to the row that opened it. Other elements outside the list keep the focus.
  const onBlur: ListKeyboardHandlers['onBlur'] = ({ target, relatedTarget: to }) => {
    if (to instanceof Element && (list.current?.contains(to) || to.closest('dialog'))) return;
    queueMicrotask(() => {
      // A removed row also loses the focus, but the reader has not moved it.
      if (target instanceof Node && target.isConnected) held.current = null;
    });
  };

  return { onKeyDown, onFocus, onBlur };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Tries the known index first. @returns -1 when the row is gone */
function indexOf(key: string | undefined, index: number, count: number, keyAt: Rows['keyAt']): number {
  if (keyAt(index) === key) return index;
  for (let at = 0; at < count; at += 1) if (keyAt(at) === key) return at;
  return -1;
}
