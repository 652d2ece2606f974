import { useRef } from 'react';

/** One act at a time: what is chosen while one is on its way is not done. */
export function useOnce() {
  const isBusy = useRef(false);
  return (act: () => Promise<void>) => async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    await act().finally(() => {
      isBusy.current = false;
    });
  };
}
