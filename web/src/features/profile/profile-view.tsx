import type { BoostStatus, Profile, ProfileStats } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryKeys } from '../../shared/api/cache.ts';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useReportShownProfile } from '../../shared/people/shown-profile.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { ActStatusReader } from '../../shared/reposts/act-status-reader.tsx';
import { useUserId } from '../../shared/session/session.ts';
import { figures } from '../../shared/texts/language.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { FailedState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { ProfileActivity } from './activity.tsx';
import { ActivityList } from './activity-list.tsx';
import { AskLink } from './ask-link.tsx';
import { PendingQuestions } from './pending-questions.tsx';
import { ProfileHeader } from './profile-header.tsx';

const texts = peopleTexts.profile;
const TILES = ['boostsGiven', 'boostsReceived', 'answersGiven', 'questionsAsked'] as const;

function StatTiles({ stats }: { stats: ProfileStats }) {
  return (
    <dl aria-label={texts.counts} className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 px-3 pt-5">
      {TILES.map((name) => (
        <div key={name} className="card flex flex-col-reverse px-4 py-3">
          <dt className="text-sm text-soft">{texts[name]}</dt>
          <dd className="font-display text-[1.75rem] leading-tight font-bold">{figures(stats[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ProfileView({ profile }: { profile: Profile }) {
  const { user, stats, activity, reposts } = profile;
  const viewerId = useUserId();
  const isOwn = viewerId === user.id;
  // Kept in the URL, so that Back, a reload and a shared link show the same list.
  const [query, setQuery] = useSearchParams();
  useReportShownProfile(isOwn ? null : user.username);
  const pending = useInfiniteQuery({ ...personQueries.pending(user.id), enabled: isOwn });
  const filtered = useInfiniteQuery({ ...personQueries.pending(user.id, true), enabled: isOwn });
  const held = filtered.data?.pages.flat().length ?? 0;
  const wanted = query.get('tab');

  const tabs = [
    { name: 'activity' as const, label: texts.tabs.activity },
    { name: 'reposts' as const, label: texts.tabs.reposts },
    ...(isOwn
      ? [{ name: 'pending' as const, label: texts.tabs.pending, count: pending.data?.pages.flat().length }]
      : []),
    // Hides the Filtered tab while it is empty, as for people without word rules.
    ...(isOwn && (held > 0 || wanted === 'filtered')
      ? [{ name: 'filtered' as const, label: texts.tabs.filtered, count: held }]
      : []),
  ];
  const tab = tabs.find(({ name }) => name === wanted)?.name ?? 'activity';
  return (
    <>
      <ProfileHeader user={user} isOwn={isOwn} viewerId={viewerId} />
      {isOwn && 'whoMayAsk' in user && <AskLink user={user} />}
      <StatTiles stats={stats} />
      <RecentPost userId={user.id} viewerId={viewerId} />
      <div data-section className="pt-3">
        <Tabs
          label={texts.tabs.label}
          tabs={tabs}
          selected={tab}
          onSelect={(name) => setQuery(name === 'activity' ? {} : { tab: name }, { replace: true })}
        >
          {tab === 'activity' && (
            <ProfileActivity
              user={user}
              items={activity}
              isOwn={isOwn}
              which={query.get('show')}
              onChoose={(which) => setQuery(which === 'all' ? {} : { show: which }, { replace: true })}
            />
          )}
          {tab === 'reposts' && (
            <ActivityList key="reposts" userId={user.id} name="reposts" items={reposts} emptyText={texts.noReposts} />
          )}
          {tab === 'pending' && (
            <PendingQuestions query={pending} empty={'whoMayAsk' in user && <AskLink user={user} />} />
          )}
          {tab === 'filtered' && <PendingQuestions key="filtered" query={filtered} isFiltered />}
        </Tabs>
      </div>
    </>
  );
}

function RecentPost({ userId, viewerId }: { userId: string; viewerId: string | null }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(personQueries.recent(userId));
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.person.all });
  const readIfReached = ({ boostCount }: BoostStatus) => {
    if (data && !data.isRevealed && boostCount >= data.replyBoostThreshold) void readAgain();
  };
  return (
    <section aria-label={texts.recent} data-section className="px-3 pt-6">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{texts.recent}</h2>
      {data && viewerId && <ActStatusReader of={[questionRef(data)]} userId={viewerId} />}
      <SlidingList as="div" ids={data ? [data.id] : []}>
        {data ? (
          <QuestionCard key={data.id} question={data} onBoostSettled={readIfReached} onGone={readAgain} />
        ) : data === null ? (
          <p className="card text-soft">{texts.noRecent}</p>
        ) : isError ? (
          <FailedState text={peopleTexts.reads.recent} onRetry={refetch} />
        ) : (
          <div className="card min-h-48" aria-busy="true" />
        )}
      </SlidingList>
    </section>
  );
}
