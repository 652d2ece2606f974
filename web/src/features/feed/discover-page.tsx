import type { FeedSort } from '@hearsay/contracts';
import clsx from 'clsx';
import { useSearchParams } from 'react-router';
import { feedTexts } from '../../shared/texts/feed.ts';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { FeedList } from './feed-list.tsx';

const SORTS: readonly { readonly value: FeedSort; readonly label: string }[] = [
  { value: 'boosted', label: feedTexts.sorts.boosted },
  { value: 'recent', label: feedTexts.sorts.recent },
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
      <PageTitle>{feedTexts.discover.title}</PageTitle>
      <fieldset className="flex gap-2 px-3 pb-3">
        <legend className="sr-only">{feedTexts.sort}</legend>
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
        failedText={feedTexts.discover.failed}
        empty={<EmptyState text={feedTexts.discover.empty} />}
      />
    </>
  );
}
