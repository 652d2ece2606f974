import { levelForXp, waysToEarnXp } from '@hearsay/game-rules';
import { useQuery } from '@tanstack/react-query';
import { useUserId } from '../../shared/session/use-session.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { FailedState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { ActivityList } from './activity-list.tsx';
import { AuraChooser, ReceivedAuras } from './aura-chooser.tsx';
import { LevelCard } from './level-card.tsx';
import { LevelList } from './level-list.tsx';
import { xpQueries } from './xp.queries.ts';

export default function XpStatsPage() {
  const userId = useUserId();
  return (
    <>
      <PageTitle>{xpTexts.title}</PageTitle>
      {userId === null ? <WaitingState /> : <OwnStats userId={userId} />}
    </>
  );
}

function OwnStats({ userId }: { userId: string }) {
  const { data: user, isError, refetch } = useQuery(xpQueries.own(userId));
  if (!user) return isError ? <FailedState text={xpTexts.failed} onRetry={refetch} /> : <WaitingState />;
  return (
    <>
      <LevelCard user={user} />
      <AuraChooser user={user} />
      <ReceivedAuras user={user} />
      <LevelList level={levelForXp(user.xp)} />
      <section className="px-3 pt-8">
        <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{xpTexts.howToEarn}</h2>
        <ul className="card flex flex-col gap-3">
          {waysToEarnXp.map(({ text, reward }) => (
            <li key={text} className="flex justify-between gap-4">
              <span>{text}</span>
              <span className="font-display font-bold whitespace-nowrap text-amber">{reward}</span>
            </li>
          ))}
        </ul>
      </section>
      <ActivityList userId={userId} />
    </>
  );
}
