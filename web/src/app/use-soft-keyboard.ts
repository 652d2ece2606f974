import { useEffect } from 'react';

/** Less than this is a browser's own bar that comes and goes. Pixels. */
const LEAST = 100;
/** A page that is enlarged by two fingers is seen in part as well; then nothing lies over it. */
const MOST_SCALE = 1.01;

/**
 * Says how much of the page's lower end a soft keyboard lies over, in `--keyboard`. Where the keyboard makes the page smaller, as `interactive-widget` asks
 * for, that is nothing; Safari on phones lets it lie over the page, and with it over what is fixed to the page's end.
 */
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
