import { useLayoutEffect } from 'react';
import { frameTexts } from '../texts/frame.ts';

/** Names the window in the document's one `<title>`. React would put another one beside that of the server. */
export function WindowTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
    // The next page may take a while to come.
    return () => {
      document.title = frameTexts.brand;
    };
  }, [children]);
  return null;
}
