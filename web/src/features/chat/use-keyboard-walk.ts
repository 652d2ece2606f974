import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Walk {
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

  return { onKeyDown, onFocus };
}
