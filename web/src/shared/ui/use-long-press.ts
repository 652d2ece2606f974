import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const PRESS_MS = 500;
/** Pixels. A larger movement is a scroll or a selection. */
const MOVED_PX = 10;

/** A timer detects long presses on iPhones, which send no `contextmenu`. Users can still select text there. */
export function useLongPress(onPress: () => void, isMeant: (target: EventTarget) => boolean) {
  const press = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, x: 0, y: 0, isDone: false });
  const end = () => clearTimeout(press.current.timer);
  const act = () => {
    end();
    if (!press.current.isDone) onPress();
    press.current.isDone = true;
  };
  useEffect(() => () => clearTimeout(press.current.timer), []);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y, target }: PointerEvent) => {
      end();
      press.current = { timer: undefined, x, y, isDone: false };
      if (pointerType === 'touch' && isPrimary && isMeant(target)) press.current.timer = setTimeout(act, PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      // A mouse opens the browser's own menu.
      if (!('pointerType' in event.nativeEvent) || event.nativeEvent.pointerType !== 'touch' || !isMeant(event.target))
        return;
      event.preventDefault();
      act();
    },
    /** Suppresses the click that follows when the finger is lifted. */
    onClickCapture: (event: MouseEvent) => {
      if (press.current.isDone) event.stopPropagation();
    },
  };
}
