import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Walk {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
  readonly onBlur: (event: { readonly target: EventTarget; readonly relatedTarget: EventTarget | null }) => void;
}

interface Rows {
  readonly count: number;
  /** Places of the rows that are in the page now. */
  readonly drawn: readonly number[];
  readonly keyAt: (index: number) => string | undefined;
  readonly bringIntoSight: (index: number) => void;
}

/** A long list as one stop of the keyboard: arrows lead from message to message, also to those that are not drawn yet, Home and End to the ends. */
export function useKeyboardWalk(
  list: RefObject<HTMLElement | null>,
  { count, drawn, keyAt, bringIntoSight }: Rows,
): Walk {
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

  // Said here and not by the rows: the newest is the stop, so each message that came would have the one before it drawn again.
  const stop = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const article = articleAt(stopIndex) ?? null;
    if (stop.current === article) return;
    stop.current?.setAttribute('tabindex', '-1');
    article?.setAttribute('tabindex', '0');
    stop.current = article;
  });

  // A message far away is drawn only after the scrolling: then it takes the focus.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const index = drawn.find((each) => keyAt(each) === wanted.current);
    if (index !== undefined && focus(index)) wanted.current = undefined;
  });

  // The place of the row that has the focus, or had it before a dialog that it opened.
  const held = useRef<{ readonly key: string | undefined; readonly index: number } | null>(null);
  useEffect(() => {
    const row = held.current;
    if (row === null) return;
    const index = indexOf(row.key, row.index, count, keyAt);
    if (index >= 0) held.current = { key: row.key, index };
    else if (isNowhere()) {
      // The message was removed with the focus in it: the next one takes it, or the one before.
      held.current = null;
      const next = Math.min(row.index, count - 1);
      if (next < 0 || focus(next)) return;
      wanted.current = keyAt(next);
      bringIntoSight(next);
    }
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.tagName !== 'ARTICLE' || stopIndex < 0) return;
    const next = { ArrowUp: stopIndex - 1, ArrowDown: stopIndex + 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    setKey(keyAt(next));
    wanted.current = keyAt(next);
    bringIntoSight(next);
  };

  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    const row = target instanceof Element ? target.closest('[data-index]') : null;
    if (!row) return;
    const index = Number(row.getAttribute('data-index'));
    setKey(keyAt(index));
    held.current = { key: keyAt(index), index };
  };

  // A dialog gives the focus back to the row that opened it. Anything else outside takes it away for good.
  const onBlur: Walk['onBlur'] = ({ target, relatedTarget: to }) => {
    if (to instanceof Element && (list.current?.contains(to) || to.closest('dialog'))) return;
    queueMicrotask(() => {
      // The focus of a removed row was not moved by its reader.
      if (target instanceof Node && target.isConnected) held.current = null;
    });
  };

  return { onKeyDown, onFocus, onBlur };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The place of a row, which is mostly where it was; -1 when it is gone. */
function indexOf(key: string | undefined, index: number, count: number, keyAt: Rows['keyAt']): number {
  if (keyAt(index) === key) return index;
  for (let at = 0; at < count; at += 1) if (keyAt(at) === key) return at;
  return -1;
}
