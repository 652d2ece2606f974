import { useEffect } from 'react';

/** Pixels. A smaller difference comes from a browser bar that appears or hides. */
const LEAST_KEYBOARD_PX = 100;
/** Above this scale, the visual viewport is small because of a pinch zoom, not because of a keyboard. */
const MOST_SCALE = 1.01;

/** Sets `--keyboard` to the pixels that a soft keyboard covers. It is 0 where the keyboard shrinks the page instead. */
export function useSoftKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    let told = 0;
    const look = () => {
      const hidden = view.scale > MOST_SCALE ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop);
      const next = hidden < LEAST_KEYBOARD_PX ? 0 : hidden;
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
