import { type PointerEvent, useRef } from 'react';

/** Before that a finger may still be about to scroll the page. */
const BEGINS_PX = 4;

/** Follows a finger or pen along an element, as a share of its width: iPhones drag a range from its thumb alone. A mouse is left to the browser. */
export function useDrag(onShare: (share: number) => void) {
  const from = useRef<number | null>(null);
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onShare(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  const end = () => {
    from.current = null;
  };
  return {
    isOn: () => from.current !== null,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, clientX, currentTarget }: PointerEvent<HTMLInputElement>) => {
        from.current = pointerType !== 'mouse' && isPrimary && !currentTarget.disabled ? clientX : null;
      },
      onPointerMove: (event: PointerEvent) => {
        if (from.current === null || Math.abs(event.clientX - from.current) < BEGINS_PX) return;
        from.current = Number.NEGATIVE_INFINITY;
        follow(event);
      },
      onPointerUp: (event: PointerEvent) => {
        if (from.current !== null) follow(event);
        end();
      },
      onPointerCancel: end,
    },
  };
}
