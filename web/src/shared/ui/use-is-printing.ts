import { useSyncExternalStore } from 'react';

/** The browser prints what stands in the page once its event is over: React draws for a store at once. */
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

/** Whether the page is being printed, and with it what is out of sight. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
