import type { Question } from '@hearsay/contracts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { KnownActs } from '../../shared/reposts/known-acts.tsx';
import { useUserId } from '../../shared/session/use-session.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { EmptyState, FailedState, WaitingState } from '../../shared/ui/states.tsx';
import { AsksOfPerson } from './asks-of-person.tsx';

const texts = peopleTexts.profile;

export function PendingQuestions({ query }: { query: UseInfiniteQueryResult<InfiniteData<Question[]>> }) {
  const { data, error, refetch, hasNextPage } = query;
  const viewerId = useUserId();
  const groups = byAsker(data?.pages.flat() ?? []);

  if (!data) return error ? <FailedState text={texts.pendingFailed} onRetry={refetch} /> : <WaitingState />;
  if (groups.length === 0 && !hasNextPage) return <EmptyState text={texts.noPending} />;
  return (
    <>
      {viewerId &&
        data.pages.map(
          (page) => page[0] && <KnownActs key={page[0].id} of={page.map(questionRef)} userId={viewerId} />,
        )}
      <Sliding ids={groups.map(({ name }) => name)} className="flex flex-col gap-3 px-3">
        {groups.map(({ name, questions: [newest, ...others] }) => (
          <li key={name}>
            {newest.creator && others.length > 0 ? (
              <AsksOfPerson asker={newest.creator} questions={[newest, ...others]} onGone={refetch} />
            ) : (
              <QuestionCard question={newest} place="pending" onGone={refetch} />
            )}
          </li>
        ))}
      </Sliding>
      <ListEnd list={query} failed={texts.pendingFailed} pages={data.pages.length} />
    </>
  );
}

interface Group {
  /** The asker's id. An anonymous question has its own: a group would show that one person asked them. */
  readonly name: string;
  readonly questions: [Question, ...Question[]];
}

function byAsker(questions: readonly Question[]): Group[] {
  const groups = new Map<string, Group>();
  for (const question of questions) {
    const name = question.creatorId ?? question.id;
    const group = groups.get(name);
    if (group) group.questions.push(question);
    else groups.set(name, { name, questions: [question] });
  }
  return [...groups.values()];
}
