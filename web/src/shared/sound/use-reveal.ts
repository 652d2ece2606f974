import { useEffect, useRef, useState } from 'react';
import { heardAfter } from './reveal-times.ts';

/** Follows a threshold that is reached before one's eyes: `opening` while the words come, then `heard` for as long as the page is open. */
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
