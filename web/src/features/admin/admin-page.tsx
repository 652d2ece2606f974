import { limits } from '@hearsay/contracts';
import { useState } from 'react';
import { useSession } from '../../shared/session/use-session.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { EmptyState, FailedState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { PeopleCard } from './people-card.tsx';
import { useSoughtPeople } from './use-sought-people.ts';
import { WipeCard } from './wipe-card.tsx';
import { WipesCard } from './wipes-card.tsx';

export default function AdminPage() {
  const session = useSession();
  const isAmbassador = session.state === 'in' && session.user.isAmbassador;
  return (
    <>
      <PageTitle>{adminTexts.title}</PageTitle>
      {isAmbassador ? <Panel ambassadorId={session.user.id} /> : <EmptyState text={adminTexts.denied} />}
    </>
  );
}

function Panel({ ambassadorId }: { ambassadorId: string }) {
  const [words, setWords] = useState('');
  const { people, isError, refetch, ...more } = useSoughtPeople(words);
  if (!people) return isError ? <FailedState text={adminTexts.people.failed} onRetry={refetch} /> : <WaitingState />;
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <SearchField label={adminTexts.people.find} maxLength={limits.search} value={words} onChange={setWords} />
      <WipeCard people={people} ambassadorId={ambassadorId} />
      <WipesCard />
      <PeopleCard people={people} {...more} />
    </div>
  );
}
