import { useEffect } from 'react';

/** A smaller difference is a browser bar that comes and goes. Pixels. */
const LEAST = 100;
/** Pinch zoom also shrinks the visual viewport, without a keyboard. */
const MOST_SCALE = 1.01;

/** Sets `--keyboard`: pixels of the page under a soft keyboard, as in Safari. It is 0 where the page shrinks. */
export function useSoftKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    let told = 0;
    const look = () => {
      const hidden = view.scale > MOST_SCALE ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop);
      const next = hidden < LEAST ? 0 : hidden;
      if (next === told) return;
      told = next;
      document.documentElement.style.setProperty('--keyboard', `${next}px`);
    };
    look();
    view.addEventListener('resize', look);
    view.addEventListener('scroll', look);
    return () => {
      view.removeEventListener('resize', look);
      view.removeEventListener('scroll', look);
      document.documentElement.style.removeProperty('--keyboard');
    };
  }, []);
}
