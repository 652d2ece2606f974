import { useSyncExternalStore } from 'react';

/** The browser prints the DOM right after the event. React renders store changes synchronously. */
let isPrinting = false;
const subscribe = (tell: () => void) => {
  const begin = () => {
    isPrinting = true;
    tell();
  };
  const end = () => {
    isPrinting = false;
    tell();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
};

export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
