import { useEffect } from 'react';
import { type Control, wayUp } from './making-way.ts';

/** The page is at rest when nothing has moved it for so long. */
const REST_MS = 120;

const pressed = 'a[href], button, input, select, textarea, label, video, [role=slider]';

/** So many times as wide as the button, a control is left enough of itself. */
const WIDE = 3;

/** What can be pressed in the page. Of a slider every place is another one. */
const controlsOf = (page: Element, wideFrom: number): Control[] =>
  [...page.querySelectorAll<HTMLElement>(pressed)].map((element) => {
    const box = element.getBoundingClientRect();
    return { box, isWide: box.width >= wideFrom && !element.matches('[type=range], [role=slider]') };
  });

/** Moves the floating button up from the control that it would lie over, or away where there is no free place near. */
function makeWay(): void {
  const frame = document.querySelector<HTMLElement>('.quick-create');
  const button = frame?.querySelector('button');
  const page = document.querySelector('main');
  if (!frame || !button || !page) return;
  // Where it stands by itself: what moves it counts in no offset.
  const left = frame.offsetLeft + button.offsetLeft;
  const top = frame.offsetTop + button.offsetTop;
  const up = wayUp(
    { left, top, right: left + button.offsetWidth, bottom: top + button.offsetHeight },
    controlsOf(page, WIDE * button.offsetWidth),
  );
  frame.style.translate = up ? `0 ${-up}px` : '';
  frame.toggleAttribute('data-without-place', up === null);
}

/** Has the floating button make way whenever the page has come to rest. */
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
    // What is drawn again and again, such as counts, must not put it off for ever.
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
