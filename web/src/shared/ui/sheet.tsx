import { type MouseEvent as ReactMouseEvent, useId, useLayoutEffect, useRef } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { CloseButton } from './close-button.tsx';
import type { Elements } from './elements.ts';
import { Username } from './person.tsx';
import { useOnline } from './use-online.ts';

const DOUBLE_CLICK_MS = 500;
/** Maximum distance in pixels between the two clicks of a double-click. */
const SAME_PLACE_PX = 16;

/** Ignores the second click of a double-click. The first one closed the sheet, so it would hit the page behind. */
function ignoreSecondClick(first: MouseEvent): void {
  // Keyboard clicks have no position.
  if (first.detail === 0) return;
  const kinds = ['mousedown', 'click', 'dblclick'] as const;
  const stop = () => {
    for (const kind of kinds) window.removeEventListener(kind, ignore, true);
  };
  const ignore = (event: MouseEvent) => {
    const isSecond =
      event.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
      Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE_PX;
    // A click elsewhere is no double-click, so this and all later clicks count.
    if (!isSecond) return stop();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of kinds) window.addEventListener(kind, ignore, true);
  setTimeout(stop, DOUBLE_CLICK_MS);
}

/** Compares positions with the box, because clicks in gaps inside the sheet also have the dialog as their target. */
const isBeside = ({ target, currentTarget, clientX, clientY }: ReactMouseEvent): boolean => {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};

/** Modal sheet. Focuses its first field or `data-first`. The native dialog traps the focus and restores it. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: Elements }) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Only a press that begins and ends outside closes the sheet, because a text selection may end outside. */
  const wasPressedBeside = useRef(false);
  const lastClick = useRef<MouseEvent>(undefined);
  const titleId = useId();
  // The sheet covers the offline banner of the page, so it has its own.
  const isOnline = useOnline();

  // A layout effect closes the dialog before its removal, because a removed dialog would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>('textarea, input, [data-first]')?.focus();
    }
    return () => {
      element?.close();
      if (lastClick.current) ignoreSecondClick(lastClick.current);
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes the dialog with Escape.
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        wasPressedBeside.current = isBeside(event);
      }}
      onClickCapture={({ nativeEvent }) => {
        lastClick.current = nativeEvent;
      }}
      onClick={(event) => {
        if (wasPressedBeside.current && isBeside(event)) onClose();
      }}
    >
      <div className="mx-auto mb-2 h-1 w-10 rounded-pill bg-line" aria-hidden="true" />
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="text-[1.3125rem] font-bold">
          {/* The title may contain a username, which needs its line breaks. */}
          <Username name={title} />
        </h2>
        <CloseButton label={frameTexts.close} className="-mr-2 text-soft" onClick={onClose} />
      </div>
      {!isOnline && (
        <p role="status" className="mt-1 text-sm font-semibold text-amber">
          {frameTexts.offline}
        </p>
      )}
      {children}
    </dialog>
  );
}
