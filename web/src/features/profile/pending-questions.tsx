import type { Question } from '@hearsay/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { useUserId } from '../../shared/session/use-session.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { EmptyState, FailedState, WaitingState } from '../../shared/ui/states.tsx';
import { KnownActs } from './known-acts.tsx';

const texts = peopleTexts.profile;

/** Questions that were sent to oneself and wait: each is approved with a reply or ignored on its card, and is gone from here then. */
export function PendingQuestions({ query: { data, isError, refetch } }: { query: UseQueryResult<Question[]> }) {
  const viewerId = useUserId();
  if (!data) return isError ? <FailedState text={texts.pendingFailed} onRetry={refetch} /> : <WaitingState />;
  if (data.length === 0) return <EmptyState text={texts.noPending} />;
  return (
    <Sliding ids={data.map(({ id }) => id)} className="flex flex-col gap-3 px-3">
      {viewerId && <KnownActs of={data} viewerId={viewerId} />}
      {data.map((question) => (
        <li key={question.id}>
          <QuestionCard question={question} place="pending" onGone={refetch} />
        </li>
      ))}
    </Sliding>
  );
}
