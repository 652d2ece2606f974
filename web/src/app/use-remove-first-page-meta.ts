import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const OF_ONE_PAGE =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical]';

/** Removes the tags that the server wrote for the first page, at the first navigation to another one. */
export function useRemoveFirstPageMeta(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) for (const line of document.head.querySelectorAll(OF_ONE_PAGE)) line.remove();
  }, [pathname]);
}
