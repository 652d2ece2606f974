import type { Question } from '@hearsay/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { peopleTexts } from '../../shared/texts/people.ts';
import { questionTexts } from '../../shared/texts/questions.ts';
import { cardTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { EmptyState, FailedState, WaitingState } from '../../shared/ui/states.tsx';

const texts = peopleTexts.profile;

/** Questions that were sent to oneself and wait; each leads to its own page, where it is approved or ignored. */
export function PendingQuestions({ query: { data, isError, refetch } }: { query: UseQueryResult<Question[]> }) {
  const now = useNow();
  if (!data) return isError ? <FailedState text={texts.pendingFailed} onRetry={refetch} /> : <WaitingState />;
  if (data.length === 0) return <EmptyState text={texts.noPending} />;
  return (
    <ul className="flex flex-col gap-3 px-3">
      {data.map((question) => (
        <li key={question.id} className="card relative flex gap-3 border-amber/50 bg-amber-tint">
          <Avatar user={question.isAnonymous ? null : question.creator} size={36} />
          <div className="min-w-0">
            <p className="text-sm text-soft">
              {question.isAnonymous ? questionTexts.anonymous : (question.creatorUsername ?? questionTexts.someone)} ·{' '}
              <time dateTime={question.createdAt}>{cardTime(question.createdAt, now)}</time>
            </p>
            <h3 className="pt-0.5 text-[1.25rem] font-bold">
              <Link to={`/questions/${question.id}`} className="after:absolute after:inset-0 after:rounded-card">
                {question.title}
              </Link>
            </h3>
          </div>
        </li>
      ))}
    </ul>
  );
}
