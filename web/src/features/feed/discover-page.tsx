import type { FeedSort } from '@hearsay/contracts';
import clsx from 'clsx';
import { useSearchParams } from 'react-router';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { FeedList } from './feed-list.tsx';

const SORTS: readonly { readonly value: FeedSort; readonly label: string }[] = [
  { value: 'boosted', label: 'Most Boosted' },
  { value: 'recent', label: 'Recent' },
];

export default function DiscoverPage() {
  const [query, setQuery] = useSearchParams();
  const sortBy: FeedSort = query.get('sort') === 'recent' ? 'recent' : 'boosted';

  const choose = (value: FeedSort) => {
    window.scrollTo(0, 0);
    setQuery(value === 'boosted' ? {} : { sort: value }, { replace: true });
  };

  return (
    <>
      <PageTitle>Discover</PageTitle>
      <fieldset className="flex gap-2 px-3 pb-3">
        <legend className="sr-only">Sort</legend>
        {SORTS.map(({ value, label }) => (
          <label
            key={value}
            className={clsx(
              'grid min-h-11 place-items-center rounded-pill border px-4 text-sm font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-air',
              value === sortBy ? 'border-text bg-text text-ink' : 'border-line bg-surface text-soft',
            )}
          >
            <input type="radio" name="sort" className="sr-only" checked={value === sortBy} onChange={() => choose(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <FeedList
        key={sortBy}
        sortBy={sortBy}
        failedText="Error loading discover content"
        empty={<EmptyState text="No content available yet." />}
      />
    </>
  );
}
