import { useLayoutEffect } from 'react';
import { frameTexts } from '../texts/frame.ts';

/** Changes the document's `<title>`. A `<title>` of React would be a second one. */
export function WindowTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
    return () => {
      document.title = frameTexts.brand;
    };
  }, [children]);
  return null;
}
