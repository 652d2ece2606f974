import { useEffect, useRef, useState } from 'react';
import { heardAfter } from './reveal-times.ts';

/** `opening` while the words appear, then `heard` until the page closes. */
export function useReveal(isLocked: boolean): 'none' | 'opening' | 'heard' {
  const wasLocked = useRef(isLocked);
  const [reveal, setReveal] = useState<'none' | 'opening' | 'heard'>('none');
  const isOpening = !isLocked && wasLocked.current;
  useEffect(() => {
    if (isLocked || !wasLocked.current) return;
    setReveal('opening');
    const timer = setTimeout(() => {
      wasLocked.current = false;
      setReveal('heard');
    }, heardAfter);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return isOpening && reveal === 'none' ? 'opening' : reveal;
}
