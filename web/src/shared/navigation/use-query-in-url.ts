import { useSearchParams } from 'react-router';

/** Keeps choices in the URL's query and scrolls to the top. The default choice has no parameter. */
export function useQueryInUrl() {
  const [query, setQuery] = useSearchParams();
  const choose = (name: 'sort' | 'from' | 'q' | 'kind', value: string, first = '') => {
    if (value === (query.get(name) ?? first)) return;
    const next = new URLSearchParams(query);
    if (value === first) next.delete(name);
    else next.set(name, value);
    window.scrollTo(0, 0);
    setQuery(next, { replace: true });
  };
  return [query, choose] as const;
}
