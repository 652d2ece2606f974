import { useLayoutEffect } from 'react';
import { frameTexts } from '../texts/frame.ts';

/** Changes the server's `<title>`. React's own would add a second one. */
export function WindowTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
    return () => {
      document.title = frameTexts.brand;
    };
  }, [children]);
  return null;
}
