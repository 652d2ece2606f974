import { useEffect } from 'react';
import { startedEpisode } from '../shared/player/episode-sound.ts';
import { toastStore } from '../shared/toast/toast.ts';

const REST_MS = 120;

const kept = 'a[href], button, input, select, textarea, label, video, [role=slider], [role=progressbar], [data-mark]';
const everyPlaceOf = '[type=range], [role=slider], [role=progressbar]';

/** Users can press a control beside the button if it is this many times wider than the button. */
const WIDE = 3;
/** Largest share of a wide control that the button may cover. */
const MOST_OF_WIDE = 1 / 3;
/** Pixels between the button and the controls above and below. */
const GAP = 8;
/** Pixels. Farther up, users would not find the button. */
const FARTHEST_UP = 260;
const FARTHEST_LEFT = 96;
const STEP = 4;

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

function boxOf(control: Element): Box {
  const { left, top, right, bottom } = control.getBoundingClientRect();
  const below = control.nextElementSibling;
  const hasWordsBelow = control.getAttribute('role') === 'progressbar' && below instanceof HTMLParagraphElement;
  return { left, top, right, bottom: hasWordsBelow ? below.getBoundingClientRect().bottom : bottom };
}

/** Tries each column from the bottom up. @returns the offset in pixels of the first free place */
function nearest(lefts: readonly number[], isFree: (up: number, left: number) => boolean) {
  for (const left of lefts) for (let up = 0; up <= FARTHEST_UP; up += STEP) if (isFree(up, left)) return { up, left };
  return null;
}

const asides = Array.from({ length: FARTHEST_LEFT / STEP }, (_, index) => (index + 1) * STEP);

function placeButton(): void {
  const frame = document.querySelector<HTMLElement>('.quick-create');
  const button = frame?.querySelector('button');
  const page = document.querySelector('main');
  if (!frame || !button || !page) return;
  // Offsets ignore `translate`, so this is the button's place before any move.
  const x = frame.offsetLeft + button.offsetLeft;
  const y = frame.offsetTop + button.offsetTop;
  const { offsetWidth, offsetHeight } = button;
  const controls = [...page.querySelectorAll(kept)].flatMap((control) => {
    const box = boxOf(control);
    const isNear = box.right > x - FARTHEST_LEFT && box.bottom > y - FARTHEST_UP - GAP;
    const isWide = box.right - box.left >= WIDE * offsetWidth && !control.matches(everyPlaceOf);
    return isNear ? [{ box, isWide }] : [];
  });
  const toasts = document.querySelector('.toast')?.closest('[popover]');
  if (toasts) controls.push({ box: toasts.getBoundingClientRect(), isWide: false });
  const isFree = (up: number, aside: number, maxOfWide: number) =>
    controls.every(({ box: { left, top, right, bottom }, isWide }) => {
      const width = Math.min(x - aside + offsetWidth, right) - Math.max(x - aside, left);
      const height = Math.min(y - up + offsetHeight + GAP, bottom) - Math.max(y - up - GAP, top);
      const covered = Math.max(0, width) * Math.max(0, height);
      return covered <= (isWide ? maxOfWide * (right - left) * (bottom - top) : 0);
    });
  // Tries a move up first. Then tries a move aside to a place without controls, then one that covers wide controls.
  const place =
    nearest([0], (up, left) => isFree(up, left, MOST_OF_WIDE)) ??
    nearest(asides, (up, left) => isFree(up, left, 0)) ??
    nearest(asides, (up, left) => isFree(up, left, MOST_OF_WIDE));
  frame.style.translate = place ? `${-place.left}px ${-place.up}px` : '';
  frame.toggleAttribute('data-without-place', place === null);
}

/** Moves the floating button off controls and toasts once the page rests. Without a free place nearby, the button disappears. */
export function useFloatingButtonPlace(): void {
  useEffect(() => {
    const page = document.querySelector('main');
    if (!page) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      placeButton();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    // Does not restart the timer, because frequent changes, such as those of counts, would delay it for ever.
    const drawn = () => {
      timer ??= setTimeout(look, REST_MS);
    };
    const drawing = new MutationObserver(drawn);
    drawing.observe(page, { childList: true, subtree: true });
    const growing = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(drawn);
    growing?.observe(page);
    const ended = new AbortController();
    window.addEventListener('scroll', moved, { passive: true, signal: ended.signal });
    window.addEventListener('resize', moved, { signal: ended.signal });
    drawn();
    const forgetToasts = toastStore.subscribe(drawn);
    const forgetPlayer = startedEpisode.subscribe(drawn);
    return () => {
      forgetToasts();
      forgetPlayer();
      clearTimeout(timer);
      drawing.disconnect();
      growing?.disconnect();
      ended.abort();
    };
  }, []);
}
