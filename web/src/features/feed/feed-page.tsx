import { lazy, Suspense } from 'react';
import { loadCode } from '../../shared/errors/new-build.ts';
import { useQueryInUrl } from '../../shared/navigation/use-query-in-url.ts';
import { feedTexts } from '../../shared/texts/feed.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { EmptyState, PageTitle } from '../../shared/ui/states.tsx';
import { EmptyFeed } from './empty-feed.tsx';
import { feedChoiceFromQuery, feedPageSorts } from './feed.queries.ts';
import { FeedList, SortControl } from './feed-list.tsx';

// Loads late, because only an empty list shows this row. If the code cannot load, the row is absent.
const HeardPeople = lazy(() =>
  loadCode(() => import('../../shared/follows/heard-people.tsx')).catch(() => ({ default: () => null })),
);

const texts = feedTexts.feed;
const WHOSE = [
  { value: 'everyone', label: texts.everyone },
  { value: 'following', label: texts.following },
] as const;

export default function FeedPage() {
  const [query, choose] = useQueryInUrl();
  const choice = feedChoiceFromQuery(query);
  return (
    <>
      <PageTitle
        lead={choice.isFollowing ? texts.leadFollowing : texts.leads[choice.sortBy === 'recent' ? 'recent' : 'others']}
        aside={
          <Choices
            legend={texts.whose}
            isLegendHidden
            name="from"
            choices={WHOSE}
            chosen={choice.isFollowing ? 'following' : 'everyone'}
            onChoose={(value) => choose('from', value, 'everyone')}
          />
        }
      >
        {texts.title}
      </PageTitle>
      <SortControl
        sorts={feedPageSorts}
        chosen={choice.sortBy}
        onChoose={(value) => choose('sort', value, feedPageSorts[0])}
      />
      <FeedList
        key={`${choice.sortBy} ${choice.isFollowing}`}
        choice={choice}
        failedText={texts.failed}
        empty={
          choice.isFollowing ? (
            <>
              <EmptyState text={texts.empty}>
                <LinkButton to="/discover">{texts.toDiscover}</LinkButton>
              </EmptyState>
              <Suspense>
                <HeardPeople />
              </Suspense>
            </>
          ) : (
            <EmptyFeed text={texts.empty} />
          )
        }
      />
    </>
  );
}
