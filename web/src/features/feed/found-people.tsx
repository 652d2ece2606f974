import { FoundUsers } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { caching } from '../../shared/api/caching.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { discoverTexts as texts } from '../../shared/texts/discover.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { BackIcon } from '../../shared/ui/icons.tsx';
import { EmptyState, FailedState, WaitingState } from '../../shared/ui/states.tsx';
import { Username } from '../../shared/ui/username.tsx';

const found = (words: string) =>
  queryOptions({
    queryKey: queryKeys.foundPeople(words),
    queryFn: ({ signal }) =>
      read(FoundUsers, `/api/users/search?q=${encodeURIComponent(words)}`, signal, texts.searchFailed),
    staleTime: caching.batchStatus.fresh,
  });

/** The people whose names hold the words, each the way to their profile. */
export function FoundPeople({ words, onBack }: { words: string; onBack: () => void }) {
  const { data, isError, refetch } = useQuery(found(words));
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
      {!data && (isError ? <FailedState text={texts.searchFailed} onRetry={refetch} /> : <WaitingState />)}
      {data?.length === 0 && <EmptyState text={texts.nobody(words)} />}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {data.map((person) => (
            <li key={person.id}>
              <Link
                to={`/@${encodeURIComponent(person.username)}`}
                className="card flex min-h-16 items-center gap-3 py-3"
              >
                <Avatar user={person} size={40} />
                <span className="min-w-0 font-semibold">
                  <Username name={person.username} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
