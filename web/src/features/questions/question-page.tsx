import type { QuestionDetail } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../../shared/api/api-error.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { QuestionCard } from '../../shared/questions/question-card.tsx';
import { questionTexts } from '../../shared/texts/questions.ts';
import { LoadingBars } from '../../shared/ui/bars.tsx';
import { FailedState, PageTitle } from '../../shared/ui/states.tsx';
import { QuestionNotFound } from './question-not-found.tsx';

interface QuestionPageProps {
  /** Called whenever the question was read, at first and after each change. */
  readonly onRead: (question: QuestionDetail) => void;
  readonly chatOf: (question: QuestionDetail) => ReactNode;
}

export function QuestionPage({ onRead, chatOf }: QuestionPageProps) {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const { data: detail, error, refetch } = useQuery(questionQueries.detail(id));

  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    if (detail) read.current(detail);
  }, [detail]);

  if (isNotFound(error)) return <QuestionNotFound />;
  if (!detail) return error ? <FailedState text={questionTexts.failed} onRetry={refetch} /> : <LoadingBars />;
  return (
    <>
      <PageTitle size="small" windowTitle={detail.title}>
        {questionTexts.pageTitle}
      </PageTitle>
      <div className="mx-3">
        <QuestionCard question={detail} isOwnPage onBoostSettled={() => void client.invalidateQueries(questionQueries.detail(id))} />
      </div>
      {chatOf(detail)}
    </>
  );
}
