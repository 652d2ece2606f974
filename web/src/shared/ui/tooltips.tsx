import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const OPEN_AFTER_MS = 700;
const SKIP_WITHIN_MS = 300;
/** Time to move the pointer onto the tooltip. */
const LEAVE_AFTER_MS = 100;
/** Pixels between the tooltip and its control, and to the window's edge. */
const GAP = 6;

interface Shown {
  readonly name: string;
  readonly of: DOMRect;
}

export default function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => watch(setShown), []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    element.showPopover?.();
    const { width, height } = element.getBoundingClientRect();
    const middle = shown.of.left + shown.of.width / 2 - width / 2;
    const above = shown.of.top - height - GAP;
    element.style.left = `${Math.max(GAP, Math.min(middle, window.innerWidth - width - GAP))}px`;
    element.style.top = `${above < GAP ? shown.of.bottom + GAP : above}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={bubble}
      popover="manual"
      role="tooltip"
      aria-hidden="true"
      data-tooltip
      className="words floating inset-auto m-0 w-max max-w-72 rounded-control border-0 bg-text px-2.5 py-1.5 text-sm font-medium text-ink"
    >
      {shown.name}
    </div>
  );
}

function watch(show: (shown: Shown | null) => void): () => void {
  let target: HTMLElement | null = null;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    if (isOpen) closedAt = performance.now();
    isOpen = false;
    show(null);
  };
  const open = (name: string) => {
    if (!target?.isConnected) return;
    isOpen = true;
    show({ name, of: target.getBoundingClientRect() });
  };
  const moveTo = (next: HTMLElement | null) => {
    if (next === target) return;
    target = next;
    clearTimeout(timer);
    const name = next && nameOf(next);
    if (!name) {
      timer = setTimeout(close, LEAVE_AFTER_MS);
      return;
    }
    const isNext = isOpen || performance.now() - closedAt < SKIP_WITHIN_MS;
    if (isNext) open(name);
    else timer = setTimeout(() => open(name), OPEN_AFTER_MS);
  };

  const point = ({ target: under, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || !(under instanceof Element)) return;
    // The pointer may rest on the tooltip itself.
    if (under.closest('[data-tooltip]')) clearTimeout(timer);
    else moveTo(under.closest<HTMLElement>('button, a'));
  };
  const focus = ({ target: focused }: FocusEvent) => {
    if (focused instanceof HTMLElement && focused.matches(':focus-visible')) moveTo(focused);
  };
  // Escape closes the tooltip. The listeners below close it at a press or a scroll.
  const key = ({ key: pressed }: KeyboardEvent) => pressed === 'Escape' && close();
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('pointerover', point, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('focusout', close, { signal });
  document.addEventListener('pointerdown', close, { signal, capture: true });
  document.addEventListener('keydown', key, { signal, capture: true });
  window.addEventListener('scroll', close, { signal, passive: true, capture: true });
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}

/** Null if the control shows text, because it then needs no tooltip. */
function nameOf(control: HTMLElement): string | null {
  const name = control.getAttribute('aria-label');
  if (!name) return null;
  const words = control.cloneNode(true) as HTMLElement;
  for (const hidden of words.querySelectorAll('[aria-hidden="true"], .sr-only')) hidden.remove();
  return words.textContent?.trim() ? null : name;
}
