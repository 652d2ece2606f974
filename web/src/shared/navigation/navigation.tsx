import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { PathParams } from './match-path.ts';

/** How one came to an address: by the browser's own ways (back, forward, a fresh document), by a link, or in the place of another address. */
type NavigationKind = 'POP' | 'PUSH' | 'REPLACE';

interface Place {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** With its hash sign, or empty. */
  readonly hash: string;
  /** What was given along with the navigation; the browser keeps it with the entry of its history, so it may be of an older build. */
  readonly state: { readonly from?: unknown } | null;
}

interface Entry extends Place {
  readonly kind: NavigationKind;
}

const entryNow = (kind: NavigationKind): Entry => {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state?.given ?? null, kind };
};

const listeners = new Set<(entry: Entry) => void>();

interface NavigateOptions {
  /** In the place of the present address: going back does not lead there again. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Goes to an address of the app: a path, or a query (`?tab=reports`) or hash of the page one is on. Another site's is never left for. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const { pathname, search, hash } = new URL(to, window.location.href);
  const href = pathname + search + hash;
  if (replace) window.history.replaceState({ given: state }, '', href);
  else window.history.pushState({ given: state }, '', href);
  const entry = entryNow(replace ? 'REPLACE' : 'PUSH');
  for (const tell of listeners) tell(entry);
}

const EntryContext = createContext<Entry | null>(null);

interface NavigationProps {
  /** Called with every address that one goes to, before anything of it is drawn. Always the same function. */
  readonly onGoing?: (to: Pick<Place, 'pathname' | 'search'>) => void;
  readonly children: ReactNode;
}

/**
 * Knows where the person is. The next page is drawn as a transition: what one types or taps meanwhile goes first, and what the present
 * page shows stays until the next one has something to show.
 */
export function Navigation({ onGoing, children }: NavigationProps) {
  const [entry, setEntry] = useState(() => entryNow('POP'));
  useLayoutEffect(() => {
    const tell = (next: Entry) => {
      onGoing?.(next);
      startTransition(() => setEntry(next));
    };
    const pop = () => tell(entryNow('POP'));
    listeners.add(tell);
    window.addEventListener('popstate', pop);
    return () => {
      listeners.delete(tell);
      window.removeEventListener('popstate', pop);
    };
  }, [onGoing]);
  return <EntryContext value={entry}>{children}</EntryContext>;
}

function useEntry(): Entry {
  const entry = useContext(EntryContext);
  if (!entry) throw new Error('Whoever asks where one is stands inside of Navigation');
  return entry;
}

export const useLocation = (): Place => useEntry();
export const useNavigationKind = (): NavigationKind => useEntry().kind;

type Query = URLSearchParams | Readonly<Record<string, string>>;

/** What stands behind the question mark, and what puts other words there. */
export function useSearchParams(): [URLSearchParams, (next: Query, options?: NavigateOptions) => void] {
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return [query, (next, options) => navigate(`?${new URLSearchParams(next)}`, options)];
}

/** Leads on as soon as it is drawn. */
export function Navigate({ to, replace, state }: NavigateOptions & { to: string }) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address; what is given along does not lead anywhere by itself.
  useEffect(() => {
    // Whoever has gone on meanwhile, as one does who signs out, is not led elsewhere.
    if (window.location.pathname === pathname) navigate(to, { replace, state });
  }, [to]);
  return null;
}

const ParamsContext = createContext<PathParams>({});

/** What the address of a page has in the named places of its path. */
export const useParams = (): PathParams => useContext(ParamsContext);
export { ParamsContext as PathParamsProvider };
