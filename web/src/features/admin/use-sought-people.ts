import { type FoundUser, foldUsername, type UserListItem } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { personQueries } from '../../shared/people/person.queries.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { adminQueries } from './admin.queries.ts';

const PAUSE_MS = 300;

/** People beyond the loaded list have only the fields of a search result. */
export type PanelPerson = FoundUser & Partial<UserListItem>;

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
    // A search already covers pages that are not loaded.
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
