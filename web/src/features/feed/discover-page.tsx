import { cutText, limits } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { loadCode } from '../../shared/errors/new-build.ts';
import HeardPeople from '../../shared/follows/heard-people.tsx';
import { PersonRow } from '../../shared/follows/person-row.tsx';
import { SearchBox } from '../../shared/forms/search-box.tsx';
import { useQueryInUrl } from '../../shared/navigation/use-query-in-url.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { discoverTexts as texts } from '../../shared/texts/feed.ts';
import type { Elements } from '../../shared/ui/elements.ts';
import { BackIcon } from '../../shared/ui/icons.tsx';
import { EmptyState, LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { EmptyFeed } from './empty-feed.tsx';
import { discoverSorts, sortFromQuery } from './feed.queries.ts';
import { FeedList, SortControl } from './feed-list.tsx';

const NearlyHeardList = lazy(() => loadCode(() => import('../../shared/cards/nearly-heard.tsx')));

function FoundPeople({ words, onBack }: { words: string; onBack: () => void }) {
  const viewerId = useUserId();
  const { data, isError, refetch } = useQuery(personQueries.found(words, texts.searchFailed));
  return (
    <section aria-labelledby="found-people" className="px-3">
      <button
        type="button"
        onClick={onBack}
        className="-ml-1 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-semibold text-soft"
      >
        <BackIcon size={18} />
        <span>{texts.back}</span>
      </button>
      <h2 id="found-people" className="words px-1 pb-3 text-[1.25rem] font-bold">
        {texts.matching(words)}
      </h2>
      {!data && <LoadingOrFailedState isError={isError} text={texts.searchFailed} onRetry={refetch} />}
      {data?.length === 0 && <EmptyState text={texts.nobody(words)} />}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {data.map((person) => (
            <li key={person.id}>
              <PersonRow person={person} viewerId={viewerId} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `firstCard` is shown above all lists, but not above the people that a search finds. */
export default function DiscoverPage({ firstCard }: { firstCard?: Elements }) {
  const [query, set] = useQueryInUrl();
  const sortBy = sortFromQuery(query, discoverSorts);
  const sought = cutText((query.get('q') ?? '').trim(), limits.search);
  return (
    <>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <SearchBox label={texts.search} maxLength={limits.search} sought={sought} onSeek={(words) => set('q', words)} />
      <p className="px-4 pb-3">
        <Link
          to={sought ? `/search?q=${encodeURIComponent(sought)}` : '/search'}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {texts.searchWords}
        </Link>
      </p>
      {sought ? (
        <FoundPeople words={sought} onBack={() => set('q', '')} />
      ) : (
        <>
          {firstCard}
          <Suspense fallback={<div className="h-62" aria-busy="true" />}>
            <NearlyHeardList limit={limits.nearlyHeard.max} isShelf />
          </Suspense>
          <HeardPeople />
          <SortControl sorts={discoverSorts} chosen={sortBy} onChoose={(sort) => set('sort', sort, discoverSorts[0])} />
          <FeedList
            key={sortBy}
            choice={{ sortBy, isFollowing: false }}
            failedText={texts.failed}
            thrownText={texts.notFetched}
            empty={<EmptyFeed text={texts.empty} />}
          />
        </>
      )}
    </>
  );
}
