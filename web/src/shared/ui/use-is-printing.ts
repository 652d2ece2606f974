import { useSyncExternalStore } from 'react';

let isPrinting = false;

/**
 * An external store, because React renders its changes synchronously. The browser prints the DOM right after the event.
 */
function subscribe(tell: () => void): () => void {
  const ending = new AbortController();
  for (const event of ['beforeprint', 'afterprint']) {
    const turn = () => {
      isPrinting = event === 'beforeprint';
      tell();
    };
    window.addEventListener(event, turn, { signal: ending.signal });
  }
  return () => ending.abort();
}

export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
