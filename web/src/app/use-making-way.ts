import { useEffect } from 'react';
import { type Box, type Control, wayOut } from './making-way.ts';

const REST_MS = 120;

const kept = 'a[href], button, input, select, textarea, label, video, [role=slider], [role=progressbar], [data-mark]';
const everyPlaceOf = '[type=range], [role=slider], [role=progressbar]';

/** A control this many times wider than the button keeps enough free space. */
const WIDE = 3;

const controlsOf = (page: Element, wideFrom: number): Control[] =>
  [...page.querySelectorAll<HTMLElement>(kept)].map((element) => {
    const box =
      element.getAttribute('role') === 'progressbar' ? withWordsBelow(element) : element.getBoundingClientRect();
    return { box, isWide: box.right - box.left >= wideFrom && !element.matches(everyPlaceOf) };
  });

function withWordsBelow(bar: Element): Box {
  const { left, top, right, bottom } = bar.getBoundingClientRect();
  const words = bar.nextElementSibling;
  return {
    left,
    top,
    right,
    bottom: words instanceof HTMLParagraphElement ? words.getBoundingClientRect().bottom : bottom,
  };
}

function makeWay(): void {
  const frame = document.querySelector<HTMLElement>('.quick-create');
  const button = frame?.querySelector('button');
  const page = document.querySelector('main');
  if (!frame || !button || !page) return;
  // Offsets ignore `translate`, so this is the button's own place.
  const left = frame.offsetLeft + button.offsetLeft;
  const top = frame.offsetTop + button.offsetTop;
  const way = wayOut(
    { left, top, right: left + button.offsetWidth, bottom: top + button.offsetHeight },
    controlsOf(page, WIDE * button.offsetWidth),
  );
  frame.style.translate = way ? `${-way.left}px ${-way.up}px` : '';
  frame.toggleAttribute('data-without-place', way === null);
}

export function useMakingWay(): void {
  useEffect(() => {
    const page = document.querySelector('main');
    if (!page) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      makeWay();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    // Frequent redraws, such as counts, must not delay this for ever.
    const drawn = () => {
      timer ??= setTimeout(look, REST_MS);
    };
    const drawing = new MutationObserver(drawn);
    drawing.observe(page, { childList: true, subtree: true });
    const growing = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(drawn);
    growing?.observe(page);
    window.addEventListener('scroll', moved, { passive: true });
    window.addEventListener('resize', moved);
    drawn();
    return () => {
      clearTimeout(timer);
      drawing.disconnect();
      growing?.disconnect();
      window.removeEventListener('scroll', moved);
      window.removeEventListener('resize', moved);
    };
  }, []);
}
