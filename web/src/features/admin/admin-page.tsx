import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../shared/session/use-session.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { EmptyState, FailedState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { adminQueries } from './admin.queries.ts';
import { PeopleCard } from './people-card.tsx';
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
  const { data: people, isError, refetch } = useQuery(adminQueries.people());
  if (!people) return isError ? <FailedState text={adminTexts.people.failed} onRetry={refetch} /> : <WaitingState />;
  return (
    <div className="flex flex-col gap-4 px-3 pb-10">
      <WipeCard people={people} ambassadorId={ambassadorId} />
      <WipesCard />
      <PeopleCard people={people} />
    </div>
  );
}
