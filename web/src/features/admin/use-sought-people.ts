import { type FoundUser, foldUsername, type UserListItem } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { personQueries } from '../../shared/people/person.queries.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { adminQueries } from './admin.queries.ts';

/** Whoever types is asked about once they pause. */
const PAUSE_MS = 300;

/** Somebody of the list of all people, or found by name beyond its end: then only what a search tells is known of them. */
export type PanelPerson = FoundUser & Partial<UserListItem>;

/** Everybody, or those whose names hold the words: of the pages that were read, and beyond them as the search finds them. */
export function useSoughtPeople(words: string) {
  const sought = words.trim();
  const asked = useLate(sought);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    adminQueries.people(),
  );
  const listed = data?.pages.flat();
  const { data: found = [] } = useQuery({
    ...personQueries.found(asked, adminTexts.people.failed),
    enabled: asked !== '',
  });
  const here = (listed ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const isHere = new Set(here.map(({ id }) => id));
  const beyond = asked === sought ? found.filter(({ id }) => !isHere.has(id)) : [];
  const people: readonly PanelPerson[] | undefined = listed && [...here, ...beyond];
  return {
    people,
    isError,
    refetch,
    // What is sought is found beyond the pages that were read.
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
