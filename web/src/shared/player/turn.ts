import { keepPageWhile } from '../errors/kept-page.ts';

let having: HTMLMediaElement | null = null;
keepPageWhile(() => having?.paused === false);

/** What tabs of this browser tell each other; null where they cannot, as with cookies blocked in Firefox. Undefined: nobody has played here. */
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

/** Of all sounds and videos one plays, in the page and in all tabs: whichever begins ends the turn of the one before. */
export function takeTurn(element: HTMLMediaElement): void {
  if (having !== element) having?.pause();
  having = element;
  otherTabs()?.postMessage('begun');
}
