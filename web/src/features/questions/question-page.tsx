import type { BoostStatus, QuestionDetail } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isNotFound } from '../../shared/api/api-error.ts';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { navigate, useParams } from '../../shared/navigation/navigation.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { questionTexts } from '../../shared/texts/questions.ts';
import { Bars } from '../../shared/ui/bars.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { FailedState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { QuestionNotFound } from './question-not-found.tsx';

interface QuestionPageProps {
  /** Called whenever the question was read, at first and after each change. */
  readonly onRead: (question: QuestionDetail) => void;
  readonly chatOf: (question: QuestionDetail) => Elements;
}

export function QuestionPage({ onRead, chatOf }: QuestionPageProps) {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const isVisitor = useSession().state === 'out';
  const { data: detail, error, refetch, isFetchedAfterMount } = useQuery(questionQueries.detail(id));

  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    // What is kept of an earlier visit may be older than the lists.
    if (detail && isFetchedAfterMount) read.current(detail);
  }, [detail, isFetchedAfterMount]);

  if (isNotFound(error)) return <QuestionNotFound />;
  if (!detail) {
    return (
      <>
        <PageTitle size="small">{questionTexts.pageTitle}</PageTitle>
        {error ? <FailedState text={questionTexts.failed} onRetry={refetch} /> : <WaitingState />}
      </>
    );
  }

  /** The boost that reaches the threshold opens the words: they are read at once. */
  const readIfReached = ({ boostCount }: BoostStatus) => {
    if (!detail.isRevealed && boostCount >= detail.replyBoostThreshold) void client.invalidateQueries(questionQueries.detail(id));
  };

  return (
    <>
      <PageTitle size="small" windowTitle={detail.title}>
        {questionTexts.pageTitle}
      </PageTitle>
      {isVisitor && (
        <p className="mx-4 mb-3 flex items-center gap-2.5 text-[0.875rem] text-soft">
          <Bars size={22} className="flex-none text-air" />
          <span>{chatTexts.greeting}</span>
        </p>
      )}
      <div className="mx-3">
        <QuestionCard question={detail} isOwnPage onBoostSettled={readIfReached} onGone={() => navigate('/', { replace: true })} />
      </div>
      {chatOf(detail)}
    </>
  );
}
