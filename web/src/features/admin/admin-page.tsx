import { foldUsername, limits } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUser } from '../../shared/session/session.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { localDate } from '../../shared/time/time-labels.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Avatar, Username } from '../../shared/ui/person.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { EmptyState, PageTitle, UnreadState } from '../../shared/ui/states.tsx';
import { adminQueries, type PanelPerson } from './admin.queries.ts';
import { WhatYouCanDo } from './what-you-can-do.tsx';
import { WipeCard } from './wipe-card.tsx';
import { WipesCard } from './wipes-card.tsx';

const texts = adminTexts.people;
const { creator, fan } = peopleTexts.accountTypes;

type PeopleCardProps = Pick<ReturnType<typeof useSoughtPeople>, 'hasMore' | 'isReadingMore' | 'readMore'>;

function PeopleCard(props: PeopleCardProps & { readonly people: readonly PanelPerson[] }) {
  const { people, hasMore, isReadingMore, readMore } = props;
  return (
    <section className="card">
      <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
      <ul className="mt-2">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-14 items-center gap-3 border-line py-1.5 not-first:border-t">
            <Avatar user={person} size={36} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                <Username name={person.username} />
              </span>
              {person.createdAt && (
                <span className="block text-sm text-soft">{texts.joined(localDate(person.createdAt))}</span>
              )}
            </span>
            {person.isCreator !== undefined && (
              <span className="text-sm text-soft">{person.isCreator ? creator : fan}</span>
            )}
          </li>
        ))}
      </ul>
      {people.length === 0 && <p className="text-soft">{texts.nobody}</p>}
      {hasMore && (
        <div className="flex justify-center pt-3">
          <Button weight="quiet" disabled={isReadingMore} onClick={readMore}>
            {isReadingMore ? texts.loading : texts.more}
          </Button>
        </div>
      )}
    </section>
  );
}

export default function AdminPage() {
  const user = useUser();
  return (
    <>
      <PageTitle>{adminTexts.title}</PageTitle>
      {user?.isAmbassador ? <Panel ambassadorId={user.id} /> : <EmptyState text={adminTexts.denied} />}
    </>
  );
}

function Panel({ ambassadorId }: { ambassadorId: string }) {
  const [words, setWords] = useState('');
  const { people, isError, refetch, ...more } = useSoughtPeople(words);
  if (!people) return <UnreadState isError={isError} text={adminTexts.people.failed} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <WhatYouCanDo accountId={ambassadorId} />
      <SearchField label={adminTexts.people.find} maxLength={limits.search} value={words} onChange={setWords} />
      <WipeCard people={people} ambassadorId={ambassadorId} />
      <WipesCard />
      <PeopleCard people={people} {...more} />
    </div>
  );
}

const PAUSE_MS = 300;

function useSoughtPeople(words: string) {
  const sought = words.trim();
  const asked = useLate(sought);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    adminQueries.people(),
  );
  const listed = data?.pages.flat();
  const { data: found = [] } = useQuery({ ...personQueries.found(asked, texts.failed), enabled: asked !== '' });
  const here = (listed ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const isHere = new Set(here.map(({ id }) => id));
  const beyond = asked === sought ? found.filter(({ id }) => !isHere.has(id)) : [];
  const people: readonly PanelPerson[] | undefined = listed && [...here, ...beyond];
  return {
    people,
    isError,
    refetch,
    // The server's search already covers pages that are not loaded.
    hasMore: hasNextPage && sought === '',
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  };
}

function useLate(words: string): string {
  const [late, setLate] = useState(words);
  useEffect(() => {
    const pause = setTimeout(() => setLate(words), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [words]);
  return late;
}
