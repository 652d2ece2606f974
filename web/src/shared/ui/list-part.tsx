import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Elements } from './elements.ts';
import { observeVisibility } from './observe-visibility.ts';
import { useIsPrinting } from './use-is-printing.ts';

const NEAR = '1000px 0px';

interface StretchProps {
  /** The first part stays drawn below the screen, because without it screen readers would find an empty list. */
  readonly isFirst?: boolean;
  /** Height in pixels when the user left the list, so that the list has its old length before it is drawn. */
  readonly knownHeight?: number;
  readonly onHeight?: (height: number) => void;
  readonly children: Elements;
}

export function ListPart({ isFirst = false, knownHeight, onHeight, children }: StretchProps) {
  const element = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState(knownHeight ?? null);
  const tellHeight = useRef(onHeight);
  tellHeight.current = onHeight;

  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const crossed = (isNear: boolean) => {
      const isBelow = box.getBoundingClientRect().top > 0;
      if (isNear || (isFirst && isBelow)) setGap(null);
      // Keeps a part with the focus, because the keyboard would lose its place.
      else if (!box.contains(document.activeElement)) setGap(box.offsetHeight);
    };
    return observeVisibility(box, crossed, NEAR);
  }, [isFirst]);

  useLayoutEffect(() => {
    if (gap !== null && element.current) tellHeight.current?.(gap);
  }, [gap]);

  const isDrawn = useIsPrinting() || gap === null;
  return (
    <div ref={element} style={isDrawn ? undefined : { height: gap }}>
      {isDrawn && children}
    </div>
  );
}
