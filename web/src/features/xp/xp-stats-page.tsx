import { limits, type OwnUser, XpActivities, type XpActivity } from '@hearsay/contracts';
import { highestLevel, levelByNumber, levelForXp, levelProgress, levels } from '@hearsay/game-rules';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { useOwnUser } from '../../shared/session/own-user.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { agoOrDate } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { NextLevelBar, TopLevelBar } from '../../shared/ui/level-bar.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { EmptyState, LoadingOrFailedState, PageTitle } from '../../shared/ui/states.tsx';
import { AuraChooser, RoleAuras, XpSection } from './aura-chooser.tsx';
import { WaysToEarn } from './ways-to-earn.tsx';

const activities = (userId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.xp.activities(userId),
    queryFn: ({ pageParam, signal }) => {
      const from = pageParam === null ? '' : `?before=${pageParam}`;
      return read(XpActivities, `/api/users/${userId}/xp-activities${from}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length === limits.xpActivitiesPage ? last.at(-1)?.id : null),
    staleTime: 0,
  });

export default function XpStatsPage() {
  const { user, isError, refetch } = useOwnUser();
  return (
    <>
      <PageTitle>{xpTexts.title}</PageTitle>
      {user ? (
        <OwnStats user={user} />
      ) : (
        <LoadingOrFailedState isError={isError} text={xpTexts.failed} onRetry={refetch} />
      )}
    </>
  );
}

function OwnStats({ user }: { user: OwnUser }) {
  return (
    <>
      <LevelCard user={user} />
      <WaysToEarn userId={user.id} />
      <ActivityList userId={user.id} />
      <LevelList level={levelForXp(user.xp)} />
      <AuraChooser user={user} />
      <RoleAuras user={user} />
    </>
  );
}

function LevelCard({ user }: { user: OwnUser }) {
  const { level } = levelProgress(user.xp);
  const row = levelByNumber(level);
  return (
    <section aria-label={xpTexts.currentLevel} className="card mx-3">
      <div className="aura-room flex flex-wrap items-center gap-5">
        <Avatar user={{ ...user, level, profileBorder: row.border }} size={84} />
        <div>
          <p className="text-sm font-medium text-soft">{row.title}</p>
          <p className="font-display text-[2.5rem] leading-none font-extrabold tracking-tight [font-stretch:84%]">
            {frameTexts.level(level)}
          </p>
          <p className="mt-1 font-display text-lg font-bold text-amber">{xpTexts.xp(user.xp)}</p>
        </div>
      </div>
      <div className="mt-5">
        <NextLevelBar xp={user.xp} />
      </div>
      <div className="mt-5">
        <TopLevelBar xp={user.xp} />
      </div>
    </section>
  );
}

function LevelList({ level: current }: { level: number }) {
  return (
    <XpSection title={xpTexts.progression}>
      <ol className="card flex flex-col p-0!">
        {levels.map(({ level, xp, border, title, description }) => (
          <li
            key={level}
            aria-current={level === current || undefined}
            className={clsx(
              'flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-line px-4 py-3 not-first:border-t first:rounded-t-card last:rounded-b-card',
              level === current && 'bg-amber-tint',
            )}
          >
            <span className={border ? 'level-ring' : 'flex-none p-[5px]'} data-level-badge={border}>
              <span className="grid size-9 place-items-center rounded-pill bg-raised font-display font-bold">
                {level}
              </span>
            </span>
            <span className="min-w-0 flex-[1_1_5.5rem]">
              <span className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                <span>{title}</span>
                {level === highestLevel && (
                  <span className="font-display text-[0.71875rem] font-bold whitespace-nowrap text-amber">
                    {xpTexts.maxLevel}
                  </span>
                )}
              </span>
              <span className="block text-[0.84375rem] text-soft">{description}</span>
            </span>
            <span className="flex flex-none flex-col items-end text-right text-sm text-soft">
              <span className="font-display font-bold whitespace-nowrap">{xpTexts.xp(xp)}</span>
              {level <= current && (
                <span className="inline-flex items-center gap-1 text-[0.8125rem] text-amber">
                  <CheckIcon size={15} />
                  <span>{level === current ? xpTexts.youAreHere : xpTexts.reached}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </XpSection>
  );
}

function ActivityList({ userId }: { userId: string }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activities(userId),
  );
  const acts = data?.pages.flat() ?? [];
  return (
    <XpSection title={xpTexts.acts}>
      {!data && <LoadingOrFailedState isError={isError} text={xpTexts.actsFailed} onRetry={refetch} />}
      {data && acts.length === 0 && <EmptyState text={xpTexts.noActs} />}
      {acts.length > 0 && (
        <ol className="card flex flex-col p-0!">
          {acts.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center py-4">
          <Button weight="quiet" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? xpTexts.loading : xpTexts.earlierActs}
          </Button>
        </div>
      )}
    </XpSection>
  );
}

function ActivityRow({ activity }: { activity: XpActivity }) {
  const now = useNow();
  const { rule, amount, counted, isReversed, reversedBecause, contentType, contentId, createdAt } = activity;
  const path = pathOf(contentType, contentId);
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-line px-4 py-2.5 not-first:border-t">
      <span className="min-w-0 flex-1">
        <span className={clsx('block font-medium', isReversed && 'text-faint line-through')}>
          {path ? (
            <Link to={path} className="underline decoration-line underline-offset-4 after:absolute after:inset-0">
              {xpTexts.rules[rule]}
            </Link>
          ) : (
            xpTexts.rules[rule]
          )}
        </span>
        <span className="text-[0.8125rem] text-faint">
          <time dateTime={createdAt}>{agoOrDate(createdAt, now)}</time>
          {(isReversed || reversedBecause !== null) && <span>{` · ${xpTexts.takenBack}`}</span>}
          {!isReversed && counted < amount && <span>{` · ${xpTexts.beyondCap}`}</span>}
        </span>
      </span>
      <span className={clsx('font-display text-lg font-bold', counted > 0 ? 'text-amber' : 'text-faint')}>
        {`${counted > 0 ? '+' : ''}${xpTexts.xp(counted)}`}
      </span>
    </li>
  );
}

function pathOf(contentType: XpActivity['contentType'], contentId: string | null): string | null {
  if (contentId === null) return null;
  if (contentType === 'question') return `/questions/${contentId}`;
  return contentType === 'discussion' ? `/reply/${contentId}` : null;
}
