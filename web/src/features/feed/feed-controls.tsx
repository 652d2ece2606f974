import type { FeedSort } from '@hearsay/contracts';
import { useSearchParams } from 'react-router';
import { feedTexts } from '../../shared/texts/feed.ts';
import { Choices } from '../../shared/ui/choices.tsx';

interface SortControlProps {
  readonly sorts: readonly FeedSort[];
  readonly chosen: FeedSort;
  readonly onChoose: (sort: FeedSort) => void;
}

export function SortControl({ sorts, chosen, onChoose }: SortControlProps) {
  return (
    <div className="px-3 pb-3">
      <Choices
        legend={feedTexts.sort}
        isLegendHidden
        name="sort"
        choices={sorts.map((value) => ({ value, label: feedTexts.sorts[value] }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}

/** Keeps choices in the URL's query and scrolls to the top. The default choice has no parameter. */
export function useQueryInUrl() {
  const [query, setQuery] = useSearchParams();
  const choose = (name: 'sort' | 'from' | 'q', value: string, first = '') => {
    if (value === (query.get(name) ?? first)) return;
    const next = new URLSearchParams(query);
    if (value === first) next.delete(name);
    else next.set(name, value);
    window.scrollTo(0, 0);
    setQuery(next, { replace: true });
  };
  return [query, choose] as const;
}
