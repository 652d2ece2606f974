import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface Walk {
  /** The message that the keyboard stops at. */
  readonly stopIndex: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
}

interface Rows {
  readonly count: number;
  /** Places of the rows that are in the page now. */
  readonly drawn: readonly number[];
  readonly keyAt: (index: number) => string | undefined;
  readonly bringIntoSight: (index: number) => void;
}

/** A long list as one stop of the keyboard: arrows lead from message to message, also to those that are not drawn yet, Home and End to the ends. */
export function useKeyboardWalk(list: RefObject<HTMLElement | null>, { count, drawn, keyAt, bringIntoSight }: Rows): Walk {
  const [key, setKey] = useState<string | undefined>();
  const wanted = useRef<string | undefined>(undefined);
  const known = drawn.find((index) => keyAt(index) === key);
  const stopIndex = known ?? drawn.at(-1) ?? -1;

  const focus = (index: number) => {
    const article = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] article`);
    article?.focus({ preventScroll: true });
    return article !== null && article !== undefined;
  };

  // A message far away is drawn only after the scrolling: then it takes the focus.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const index = drawn.find((each) => keyAt(each) === wanted.current);
    if (index !== undefined && focus(index)) wanted.current = undefined;
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
    if (row) setKey(keyAt(Number(row.getAttribute('data-index'))));
  };

  return { stopIndex, onKeyDown, onFocus };
}
