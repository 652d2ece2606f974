import { useRef } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { toast } from './toast.ts';

/** One act at a time: what is chosen while one is on its way is not done. An act says itself that it failed; what it throws is that its code could not be had. */
export function useOnce() {
  const isBusy = useRef(false);
  return (act: () => Promise<void>) => async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await act();
    } catch {
      toast.bad(frameTexts.failed, frameTexts.notLoaded);
    } finally {
      isBusy.current = false;
    }
  };
}
