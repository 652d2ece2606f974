import { foldUsername } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLate } from '../../shared/forms/use-late.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUser } from '../../shared/session/session.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { adminQueries, type PanelPerson } from './admin.queries.ts';
import { AmbassadorIntroCard } from './ambassador-intro-card.tsx';
import { PanelPersonRow } from './panel-person-row.tsx';
import { RecentWipesCard } from './recent-wipes-card.tsx';
import { WipeCard } from './wipe-card.tsx';

const texts = adminTexts.people;

type PeopleCardProps = Pick<ReturnType<typeof useSoughtPeople>, 'hasMore' | 'isReadingMore' | 'readMore'>;

/** Number of people drawn at a time. A page of the server is much longer. */
const DRAWN_AT_ONCE = 20;

function PeopleCard(props: PeopleCardProps & { readonly people: readonly PanelPerson[] }) {
  const { people, hasMore, isReadingMore, readMore } = props;
  const [most, setMost] = useState(DRAWN_AT_ONCE);
  const drawMore = () => {
    setMost(most + DRAWN_AT_ONCE);
    if (most + DRAWN_AT_ONCE > people.length && hasMore) readMore();
  };
  return (
    <section className="card">
      <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
      <ul className="mt-2">
        {people.slice(0, most).map((person) => (
          <li key={person.id} className="border-line py-2 not-first:border-t">
            <PanelPersonRow person={person} />
          </li>
        ))}
      </ul>
      {people.length === 0 && <p className="text-soft">{texts.nobody}</p>}
      {(hasMore || people.length > most) && (
        <div className="flex justify-center pt-3">
          <Button weight="quiet" disabled={isReadingMore} onClick={drawMore}>
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
  const [chosen, setChosen] = useState<PanelPerson | null>(null);
  const { people, isError, refetch, ...more } = useSoughtPeople(chosen ? '' : words);
  const choose = (person: PanelPerson) => {
    setChosen(person);
    setWords(person.username);
  };
  const asked = usePersonInUrl();
  const [taken, setTaken] = useState<string | null>(null);
  if (asked && asked.id !== taken) {
    setTaken(asked.id);
    choose(asked);
  }
  if (!people) return <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <AmbassadorIntroCard accountId={ambassadorId} />
      <WipeCard
        ambassadorId={ambassadorId}
        people={people}
        words={words}
        chosen={chosen}
        onWords={(next) => {
          setChosen(null);
          setWords(next);
        }}
        onChoose={choose}
      />
      <RecentWipesCard />
      <PeopleCard people={people} {...more} />
    </div>
  );
}

/** The person of `?user=NAME`. Null while unknown, and for a protected or missing account. */
function usePersonInUrl(): PanelPerson | null {
  const [query] = useSearchParams();
  const name = query.get('user') ?? '';
  const { data = [] } = useQuery({ ...personQueries.found(name, texts.failed), enabled: name !== '' });
  const isAsked = ({ username, isProtected }: PanelPerson) =>
    isProtected !== true && foldUsername(username) === foldUsername(name);
  return data.find(isAsked) ?? null;
}

const PAUSE_MS = 300;

function useSoughtPeople(words: string) {
  const sought = words.trim();
  const asked = useLate(sought, PAUSE_MS);
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
