import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The server's head of the first page, for search engines and shared links. */
const OF_ONE_PAGE =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical]';

/** Removes what the document's head says of its first page when another page takes its place. */
export function useFirstHead(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) for (const line of document.head.querySelectorAll(OF_ONE_PAGE)) line.remove();
  }, [pathname]);
}
