import { keepPageWhile } from '../errors/kept-page.ts';

let having: HTMLMediaElement | null = null;
keepPageWhile(() => having?.paused === false);

/** Null where unavailable, as with blocked cookies in Firefox. Undefined before the first play. */
let tabs: BroadcastChannel | null | undefined;

function otherTabs(): BroadcastChannel | null {
  if (tabs !== undefined) return tabs;
  try {
    tabs = new BroadcastChannel('turn');
    tabs.onmessage = () => having?.pause();
  } catch {
    tabs = null;
  }
  return tabs;
}

/** One sound or video plays at a time, in the page and in all tabs. The newest one pauses the others. */
export function takeTurn(element: HTMLMediaElement): void {
  if (having !== element) having?.pause();
  having = element;
  otherTabs()?.postMessage('begun');
}
