import clsx from 'clsx';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { frameTexts } from '../texts/frame.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { type Toast, type ToastAct, toast, toastStore } from './toast.ts';

const SHOWN_MS = 5_000;
/** Pixels between the screen's edge and toasts above a tall sheet. */
const EDGE_PX = 12;

/** The sheet over the page. Everything outside is inert, so toasts must be inside. */
function useOpenSheet(): HTMLElement | null {
  const subscribe = useCallback((changed: () => void) => {
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => [...document.querySelectorAll<HTMLElement>('.sheet[open]')].at(-1) ?? null,
  );
}

/** Keeps the toasts above the sheet. A tall sheet leaves `--toast` pixels for them. */
function useSpaceAboveSheet(sheet: HTMLElement | null, layer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!sheet || !layer.current || typeof ResizeObserver === 'undefined') return;
    const toasts = layer.current;
    const observer = new ResizeObserver(() => {
      sheet.style.setProperty('--toast', `${toasts.offsetHeight + EDGE_PX}px`);
      toasts.style.setProperty('--sheet', `${sheet.offsetHeight}px`);
    });
    observer.observe(sheet);
    observer.observe(toasts);
    return () => {
      observer.disconnect();
      sheet.style.removeProperty('--toast');
    };
  }, [sheet, layer]);
}

export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.shown);
  const [isHeld, setHeld] = useState(false);
  const layer = useRef<HTMLDivElement>(null);
  const openSheet = useOpenSheet();
  const sheet = shown && openSheet;
  useSpaceAboveSheet(sheet, layer);

  // The top layer stacks elements in the order of showing. Shows the toast again, so that it covers an open sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per toast and place.
  useEffect(() => {
    // The sheet may be closing, so that its toast is no longer in the document. The toast is then shown again outside.
    if (!layer.current?.showPopover || !layer.current.isConnected) return;
    layer.current.hidePopover();
    layer.current.showPopover();
  }, [shown, sheet]);

  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => toast.dismiss(shown.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, isHeld]);

  const toasts = (
    <div
      ref={layer}
      popover="manual"
      className={clsx(
        'pointer-events-none fixed inset-x-0 top-auto z-50 mx-auto my-0 h-auto w-full overflow-visible border-0 bg-transparent pt-0 text-text max-w-(--phone) px-3',
        sheet
          ? 'bottom-[calc(var(--keyboard)+var(--sheet,0px))] pb-3'
          : 'bottom-0 pb-[calc(var(--bottom)+var(--open-dock,0px)+12px)]',
      )}
    >
      <div role="status">{shown?.tone === 'good' && <ToastCard key={shown.id} shown={shown} onHold={setHeld} />}</div>
      <div role="alert">{shown?.tone === 'bad' && <ToastCard key={shown.id} shown={shown} onHold={setHeld} />}</div>
    </div>
  );
  return sheet ? createPortal(toasts, sheet) : toasts;
}

const actLook =
  'inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold underline underline-offset-4';

function Acts({ acts, onActed }: { acts: readonly ToastAct[]; onActed: () => void }) {
  return (
    <div className="-mx-2 flex flex-wrap gap-x-2">
      {acts.map((act) =>
        'to' in act ? (
          <Link key={act.label} to={act.to} className={actLook} onClick={onActed}>
            {act.label}
          </Link>
        ) : (
          <button
            key={act.label}
            type="button"
            className={actLook}
            onClick={() => {
              onActed();
              act.onPress();
            }}
          >
            {act.label}
          </button>
        ),
      )}
    </div>
  );
}

function ToastCard({ shown, onHold }: { shown: Toast; onHold: (isHeld: boolean) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    onHold(isPointedAt || hasFocus);
    return () => onHold(false);
  }, [onHold, isPointedAt, hasFocus]);
  const edge = shown.tone === 'bad' ? 'before:bg-air' : 'before:bg-amber';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the toast's timer.
    <div
      className={`toast floating pointer-events-auto relative flex items-center gap-3 overflow-hidden rounded-card border border-line bg-raised py-2 pr-1 pl-5 before:absolute before:inset-y-3 before:left-2 before:w-1 before:rounded-pill ${edge}`}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">{shown.title}</p>
        {shown.description && <p className="text-sm text-soft">{shown.description}</p>}
        {shown.acts && <Acts acts={shown.acts} onActed={() => toast.dismiss(shown.id)} />}
      </div>
      <CloseButton label={frameTexts.dismiss} className="text-soft" onClick={() => toast.dismiss(shown.id)} />
    </div>
  );
}
