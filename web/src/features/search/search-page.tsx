import { cutText, limits, type SearchKind, textLength } from '@hearsay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { SearchBox } from '../../shared/forms/search-box.tsx';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { useQueryInUrl } from '../../shared/navigation/use-query-in-url.ts';
import { useUserId } from '../../shared/session/session.ts';
import { searchTexts as texts } from '../../shared/texts/search.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { EmptyState, LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { clearSearches, recentSearches, saveSearch } from './recent-searches.ts';
import { searchKindsFor, searchQueries } from './search.queries.ts';
import { SearchResultCard } from './search-result-card.tsx';

const { min, max } = limits.searchedWords;

export default function SearchPage() {
  const userId = useUserId();
  const [query, set] = useQueryInUrl();
  const sought = cutText((query.get('q') ?? '').trim(), max);
  const kinds = searchKindsFor(userId !== null);
  const kind = kinds.find((known) => known === query.get('kind')) ?? null;
  return (
    <>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <SearchBox
        label={texts.field}
        maxLength={max}
        sought={sought}
        onSeek={(words) => set('q', words)}
        onSubmit={saveSearch}
      />
      {sought === '' ? (
        <RecentSearches />
      ) : (
        <>
          <div className="px-3 pb-3">
            <Choices
              legend={texts.legend}
              isLegendHidden
              isOneLine
              name="kind"
              choices={['all' as const, ...kinds].map((value) => ({ value, label: texts.kinds[value] }))}
              chosen={kind ?? 'all'}
              onChoose={(value) => set('kind', value, 'all')}
            />
          </div>
          {textLength(sought) < min ? (
            <EmptyState text={texts.tooShort} />
          ) : (
            <Results sought={sought} kind={kind} userId={userId} />
          )}
        </>
      )}
    </>
  );
}

interface ResultsProps {
  readonly sought: string;
  readonly kind: SearchKind | null;
  readonly userId: string | null;
}

function Results({ sought, kind, userId }: ResultsProps) {
  const list = useInfiniteQuery(searchQueries.found(sought, kind, userId ?? ''));
  const { data, isError, refetch } = list;
  const pages = data?.pages ?? [];
  // A boost between the reads of two pages may move a result from one page to the other.
  const results = [...new Map(pages.flatMap((page) => page.results).map((found) => [found.id, found])).values()];
  const isAll = !list.hasNextPage;
  return (
    <>
      {/* Stays while results load, because screen readers tell only of changes inside a known region. */}
      <p role="status" className="sr-only">
        {data && texts.found(results.length, isAll)}
      </p>
      {!data ? (
        <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />
      ) : results.length === 0 && isAll ? (
        <EmptyState text={texts.nothing(sought)} />
      ) : (
        <>
          <ul className="flex flex-col gap-3 px-3">
            {results.map((found) => (
              <li key={found.id}>
                <SearchResultCard found={found} onOpen={() => saveSearch(sought)} />
              </li>
            ))}
          </ul>
          <ListEnd list={list} failed={texts.failed} end={texts.end} pages={pages.length} />
        </>
      )}
    </>
  );
}

function RecentSearches() {
  const [recent, setRecent] = useState(recentSearches);
  if (recent.length === 0) return <EmptyState text={texts.start} />;
  const forget = () => {
    clearSearches();
    setRecent([]);
  };
  return (
    <section aria-labelledby="recent-searches" className="px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="recent-searches" className="text-[1.1875rem] font-bold">
          {texts.recent}
        </h2>
        <TextButton onClick={forget}>{texts.clear}</TextButton>
      </div>
      <ul>
        {recent.map((words) => (
          <li key={words}>
            <Link
              to={`/search?q=${encodeURIComponent(words)}`}
              dir="auto"
              className="words flex min-h-11 items-center border-b border-line py-2"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
