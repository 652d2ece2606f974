import type { User } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isNotFound } from '../../shared/api/api-client.ts';
import { loadCode } from '../../shared/errors/new-build.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { createTexts } from '../../shared/texts/create.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { publishTexts } from '../../shared/texts/publish.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { AskIcon } from '../../shared/ui/frame-icons.tsx';
import { ChevronIcon, UploadIcon } from '../../shared/ui/icons.tsx';
import { EmptyState, FailedState, LoadingState, PageTitle } from '../../shared/ui/states.tsx';
import { QuestionForm } from './question-form.tsx';

/** Loads late, because few people need the code for uploads and recordings. */
const PodcastForm = lazy(() => loadCode(() => import('./podcast-form.tsx')));

const texts = createTexts.question;
const toDiscover = <LinkButton to="/discover">{peopleTexts.profile.notFound.toDiscover}</LinkButton>;

export default function CreatePage() {
  const userId = useUserId();
  const [query] = useSearchParams();

  const target = query.get('targetUser');
  if (target) return <QuestionToSomebody userId={userId ?? ''} username={target} />;
  if (query.get('type') === 'question') {
    return (
      <>
        <PageTitle>{createTexts.ask.title}</PageTitle>
        <QuestionForm userId={userId ?? ''} target={null} />
      </>
    );
  }
  if (query.get('type') === 'podcast') {
    return (
      <>
        <PageTitle>{publishTexts.heading}</PageTitle>
        <Suspense fallback={<LoadingState />}>
          <PodcastForm userId={userId ?? ''} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <PageTitle>{createTexts.title}</PageTitle>
      <div className="flex flex-col gap-3 px-3">
        {links.map(({ to, icon, words }) => (
          <Link key={to} to={to} className="card flex items-center gap-4">
            <span className="grid size-14 flex-none place-items-center rounded-control bg-air text-air-ink">
              {icon}
            </span>
            <CardWords {...words} />
            <span className="text-faint">
              <ChevronIcon />
            </span>
          </Link>
        ))}
        <button type="button" disabled className="card flex items-center gap-4 text-left">
          <span className="grid size-14 flex-none place-items-center rounded-control bg-raised text-faint">
            <UploadIcon size={28} />
          </span>
          <CardWords {...createTexts.upload} isSoft />
        </button>
      </div>
    </>
  );
}

const links = [
  { to: '/create?type=question', icon: <AskIcon size={28} />, words: createTexts.ask },
  { to: '/create?type=podcast', icon: <SoundBars size={28} />, words: createTexts.podcast },
];

const CardWords = ({ title, text, isSoft = false }: { title: string; text: string; isSoft?: boolean }) => (
  <span className="flex-1">
    <span className={`block font-display text-xl leading-tight font-bold tracking-tight ${isSoft ? 'text-soft' : ''}`}>
      {title}
    </span>
    <span className="block text-soft">{text}</span>
  </span>
);

function QuestionToSomebody({ userId, username }: { userId: string; username: string }) {
  const { data, error, refetch } = useQuery(personQueries.named(username));
  return (
    <>
      <PageTitle size="small">{texts.askPerson(username)}</PageTitle>
      {data && <QuestionFormIfAllowed userId={userId} target={data} onRetry={refetch} />}
      {!data && !error && <LoadingState />}
      {!data && error && !isNotFound(error) && <FailedState text={peopleTexts.reads.user} onRetry={refetch} />}
      {!data && isNotFound(error) && <FailedState text={texts.nobody(username)}>{toDiscover}</FailedState>}
    </>
  );
}

/** Offers a retry, because `canAsk` may have changed since the read. */
function QuestionFormIfAllowed({ userId, target, onRetry }: { userId: string; target: User; onRetry: () => unknown }) {
  if (target.id === userId) {
    return (
      <EmptyState text={texts.yourself}>
        <LinkButton to="/create?type=question">{createTexts.ask.title}</LinkButton>
      </EmptyState>
    );
  }
  if (target.canAsk) return <QuestionForm userId={userId} target={target} />;
  return (
    <FailedState text={texts.notTaken(target.username)} onRetry={onRetry}>
      {toDiscover}
    </FailedState>
  );
}
