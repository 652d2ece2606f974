import type { PendingQuestion } from '@hearsay/contracts';
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { loadCode } from '../../shared/errors/new-build.ts';
import { groupBy } from '../../shared/lists/group-by.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { useUserId } from '../../shared/session/session.ts';
import { pendingTexts as asks } from '../../shared/texts/acts.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import type { Elements } from '../../shared/ui/elements.ts';
import { EmptyState, LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { SentenceWithName } from '../../shared/words/sentence-with-name.tsx';

const texts = peopleTexts.profile;

interface PendingQuestionsProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<PendingQuestion[]>>;
  /** True for the list of questions that word rules hold. */
  readonly isFiltered?: boolean;
  /** Shown below the text of an empty list. */
  readonly empty?: Elements;
}

export function PendingQuestions({ query, isFiltered = false, empty }: PendingQuestionsProps) {
  const { data, isError, refetch, hasNextPage } = query;
  const groups = [...groupBy(data?.pages.flat() ?? [], askerOf)];

  const { none, failed } = isFiltered ? texts.filtered : texts.waiting;
  if (!data) return <LoadingOrFailedState isError={isError} text={failed} onRetry={refetch} />;
  if (groups.length === 0 && !hasNextPage)
    return (
      <>
        <EmptyState text={none} />
        {empty}
      </>
    );
  return (
    <>
      {isFiltered && <FilterLead />}
      <SlidingList ids={groups.map(([asker]) => asker)} className="flex flex-col gap-3 px-3">
        {groups.map(([asker, [newest, ...others]]) => (
          <li key={asker}>
            {newest.creator && others.length > 0 ? (
              <AsksOfPerson asker={newest.creator} questions={[newest, ...others]} onGone={refetch} />
            ) : (
              <Waiting question={newest} onGone={refetch} />
            )}
          </li>
        ))}
      </SlidingList>
      <ListEnd list={query} failed={failed} pages={data.pages.length} />
    </>
  );
}

const FilterLead = () => (
  <p className="px-4 pb-3 text-sm text-soft">
    <span className="me-1">{texts.filtered.lead}</span>
    <Link to="/settings" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
      {texts.filtered.toRules}
    </Link>
  </p>
);

const Waiting = ({ question, onGone }: { question: PendingQuestion; onGone: () => void }) => (
  <>
    {question.filteredBy !== null && (
      <p dir="auto" className="words px-1 pb-1.5 text-sm text-soft">
        {texts.filtered.by(question.filteredBy)}
      </p>
    )}
    <QuestionCard question={question} place="pending" onGone={onGone} />
  </>
);

/** Each anonymous question is its own group, because a shared group would link their askers. */
const askerOf = ({ creatorId, id }: PendingQuestion): string => creatorId ?? id;

interface AsksOfPersonProps {
  readonly asker: NonNullable<PendingQuestion['creator']>;
  readonly questions: readonly PendingQuestion[];
  readonly onGone: () => void;
}

function AsksOfPerson({ asker, questions, onGone }: AsksOfPersonProps) {
  const client = useQueryClient();
  const userId = useUserId();
  const once = useOneActAtATime();
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? questions : questions.slice(0, 1);
  const ignoreAll = once(async () => {
    if (!(await askToConfirm(asks.ignoreAllFirst(asker.username), asks.ignoreAll, asks.looksPending))) return;
    const { ignoreQuestionsOf } = await loadCode(() => import('../../shared/cards/content-acts.ts'));
    await ignoreQuestionsOf({ client, userId }, asker.id);
  });
  return (
    <section aria-labelledby={`${listId}-name`} className="rounded-card border border-line p-2">
      <h2 id={`${listId}-name`} className="px-2 pt-1 pb-3 font-semibold">
        <SentenceWithName say={(name) => asks.asksOf(name, questions.length)} name={asker.username} />
      </h2>
      <div id={listId}>
        <SlidingList ids={shown.map(({ id }) => id)} className="flex flex-col gap-3">
          {shown.map((question) => (
            <li key={question.id}>
              <Waiting question={question} onGone={onGone} />
            </li>
          ))}
        </SlidingList>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2 pl-2">
        <button
          type="button"
          aria-expanded={isWhole}
          aria-describedby={`${listId}-name`}
          aria-controls={listId}
          className="min-h-11 text-sm font-semibold text-soft underline underline-offset-4"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? asks.fewer : asks.others(questions.length - 1)}
        </button>
        <Button weight="quiet" aria-describedby={`${listId}-name`} onClick={ignoreAll}>
          {asks.ignoreAll}
        </Button>
      </div>
    </section>
  );
}
