let playingElement: HTMLMediaElement | null = null;

/** Channel to other tabs. Undefined before the first play. Null if forbidden, as in Firefox without cookies. */
let tabs: BroadcastChannel | null | undefined;

function otherTabs(): BroadcastChannel | null {
  if (tabs !== undefined) return tabs;
  try {
    tabs = new BroadcastChannel('turn');
    tabs.onmessage = () => playingElement?.pause();
  } catch {
    tabs = null;
  }
  return tabs;
}

/** Pauses every other sound and video, in this page and in other tabs. */
export function pauseOtherMedia(element: HTMLMediaElement): void {
  if (playingElement !== element) playingElement?.pause();
  playingElement = element;
  otherTabs()?.postMessage('begun');
}
