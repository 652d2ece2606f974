import { useLayoutEffect } from 'react';
import { frameTexts } from '../texts/frame.ts';

/** Uses the document's one `<title>`. React would add another beside the server's. */
export function WindowTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
    return () => {
      document.title = frameTexts.brand;
    };
  }, [children]);
  return null;
}
