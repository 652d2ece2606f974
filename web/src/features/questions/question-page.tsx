import type { BoostStatus, Question, QuestionDetail } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isNotFound } from '../../shared/api/api-error.ts';
import { moreLook } from '../../shared/cards/act-look.ts';
import { Byline } from '../../shared/cards/byline.tsx';
import { ContentMenu } from '../../shared/cards/content-menu.tsx';
import { isOnlyModerated } from '../../shared/cards/content-rules.ts';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { useViewer } from '../../shared/cards/use-viewer.ts';
import { leaveLists } from '../../shared/lists/leave-lists.ts';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { questionQueries, questionRef } from '../../shared/questions/question.queries.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { contentTexts } from '../../shared/texts/content.ts';
import { questionTexts } from '../../shared/texts/questions.ts';
import { cardTime } from '../../shared/time/card-time.ts';
import { Bars } from '../../shared/ui/bars.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { FailedState, NotFoundState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { Named } from '../../shared/words/named.tsx';

interface QuestionPageProps {
  readonly onRead: (question: QuestionDetail) => void;
  readonly chatOf: (question: QuestionDetail) => Elements;
}

export function QuestionPage({ onRead, chatOf }: QuestionPageProps) {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  const client = useQueryClient();
  const viewer = useViewer();
  const isVisitor = useSession().state === 'out';
  const { data: detail, error, refetch, isFetchedAfterMount } = useQuery(questionQueries.detail(id));

  const read = useRef(onRead);
  read.current = onRead;
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) void leaveLists(client, id);
  }, [client, id, isGone]);

  useEffect(() => {
    // A cached question may be older than the lists.
    if (detail && isFetchedAfterMount) read.current(detail);
  }, [detail, isFetchedAfterMount]);

  if (isGone) return <NotFoundState {...questionTexts.notFound} />;
  if (!detail) {
    return (
      <>
        <PageTitle size="small">{questionTexts.pageTitle}</PageTitle>
        {error ? <FailedState text={questionTexts.failed} onRetry={refetch} /> : <WaitingState />}
      </>
    );
  }

  const isModerated = isOnlyModerated(detail, viewer);

  const readIfReached = ({ boostCount }: BoostStatus) => {
    if (!detail.isRevealed && boostCount >= detail.replyBoostThreshold)
      void client.invalidateQueries(questionQueries.detail(id));
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
        {isModerated ? (
          <ReportedQuestion question={detail} />
        ) : (
          <QuestionCard
            question={detail}
            isOwnPage
            onBoostSettled={readIfReached}
            onGone={() => navigate('/', { replace: true })}
          />
        )}
      </div>
      {!isModerated && chatOf(detail)}
    </>
  );
}

function ReportedQuestion({ question }: { question: Question }) {
  const navigate = useNavigate();
  const { title, description, creator, isAnonymous, isMine, createdAt, isRevealed, targetUsername } = question;
  return (
    <article className="card">
      <Byline
        author={creator}
        isAnonymous={isAnonymous}
        isMine={isMine}
        createdAt={createdAt}
        label={cardTime}
        aside={
          targetUsername && (
            <>
              <span aria-hidden="true">·</span>
              <Named say={contentTexts.askedTo} name={targetUsername} />
            </>
          )
        }
      >
        <ContentMenu
          item={questionRef(question)}
          kind="question"
          content={question}
          isOwnPage
          className={moreLook}
          onRemoved={() => navigate('/notifications?tab=reports', { replace: true })}
        />
      </Byline>
      <h2 dir="auto" className="mt-3 font-bold text-[1.5625rem]">
        {title}
      </h2>
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
