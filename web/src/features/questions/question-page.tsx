import type { BoostStatus, Question, QuestionDetail } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ContentPage } from '../../shared/cards/content-page.tsx';
import { isVisibleOnlyByReport } from '../../shared/cards/content-rules.ts';
import { QuestionCard, QuestionHead } from '../../shared/cards/question-card.tsx';
import { useReportedContentId } from '../../shared/cards/reported-content.ts';
import { loadCode } from '../../shared/errors/new-build.ts';
import { updateQuestionInFeeds } from '../../shared/lists/update-cached-lists.ts';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { useSession, useUser } from '../../shared/session/session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { questionTexts } from '../../shared/texts/content.ts';
import { openedLine } from '../../shared/time/open-line.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { QuestionBar } from './question-bar.tsx';

const AnsweredIn = lazy(() => loadCode(() => import('./answered-in.tsx')).catch(() => ({ default: () => null })));

export function QuestionPage({ chatOf }: { readonly chatOf: (question: QuestionDetail) => Elements }) {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  const client = useQueryClient();
  const viewer = useUser();
  const card = useRef<HTMLDivElement>(null);
  const isVisitor = useSession().state === 'out';
  const reportedId = useReportedContentId();
  const query = useQuery(questionQueries.detail(id));
  const { data, isFetchedAfterMount } = query;
  useEffect(() => {
    // Ignores cached data, because a cached question may be older than the lists.
    if (data && isFetchedAfterMount) updateQuestionInFeeds(client, data);
  }, [client, data, isFetchedAfterMount]);

  const readIfReached = ({ boostCount }: BoostStatus) => {
    if (data && !data.isRevealed && boostCount >= data.replyBoostThreshold)
      void client.invalidateQueries(questionQueries.detail(id));
  };
  return (
    <ContentPage id={id} query={query} texts={questionTexts}>
      {(detail) => {
        const isModerated = isVisibleOnlyByReport(detail, viewer);
        return (
          <>
            {isVisitor && (
              <p className="mx-4 mb-3 flex items-center gap-2.5 text-[0.875rem] text-soft">
                <SoundBars size={22} className="flex-none text-air" />
                <span>{chatTexts.greeting}</span>
              </p>
            )}
            <div ref={card} tabIndex={-1} className={clsx('mx-3 outline-none', detail.id === reportedId && 'reported')}>
              {isModerated ? (
                <ReportedQuestion question={detail} />
              ) : (
                <QuestionCard
                  question={detail}
                  isOwnPage
                  openLine={openedLine(detail)}
                  onBoostSettled={readIfReached}
                  onGone={() => navigate('/', { replace: true })}
                />
              )}
            </div>
            {detail.answeredIn.length > 0 && (
              <Suspense fallback={null}>
                <AnsweredIn episodes={detail.answeredIn} />
              </Suspense>
            )}
            {!isModerated && <QuestionBar question={detail} card={card} onBoostSettled={readIfReached} />}
            {!isModerated && chatOf(detail)}
          </>
        );
      }}
    </ContentPage>
  );
}

function ReportedQuestion({ question }: { question: Question }) {
  const navigate = useNavigate();
  const { description, isRevealed } = question;
  const toReports = () => navigate('/notifications?tab=reports', { replace: true });
  return (
    <article className="card">
      <QuestionHead question={question} isOwnPage onGone={toReports} />
      {description && (
        <p dir="auto" className="words mt-1.5 whitespace-pre-line text-soft">
          {description}
        </p>
      )}
      <p className="mt-3 text-[0.844rem] text-faint">
        {isRevealed ? questionTexts.reported : questionTexts.reportedLocked}
      </p>
    </article>
  );
}
