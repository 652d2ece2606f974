import { useRef } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { toast } from './toast.ts';

/** Runs one act at a time. An act reports its own failure and throws only if its code cannot load. */
export function useOneActAtATime() {
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
