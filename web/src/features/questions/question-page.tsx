import type { BoostStatus, Question, QuestionDetail } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Byline, moreLook } from '../../shared/cards/content-card.tsx';
import { ContentMenu } from '../../shared/cards/content-menu.tsx';
import { ContentPage } from '../../shared/cards/content-page.tsx';
import { isOnlyModerated } from '../../shared/cards/content-rules.ts';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { refreshInFeeds } from '../../shared/lists/show-in-feeds.ts';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { questionQueries, questionRef } from '../../shared/questions/question.queries.ts';
import { useSession, useUser } from '../../shared/session/session.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { contentTexts, questionTexts } from '../../shared/texts/content.ts';
import { cardTime } from '../../shared/time/card-time.ts';
import { Bars } from '../../shared/ui/bars.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { Named } from '../../shared/words/named.tsx';

export function QuestionPage({ chatOf }: { readonly chatOf: (question: QuestionDetail) => Elements }) {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  const client = useQueryClient();
  const viewer = useUser();
  const isVisitor = useSession().state === 'out';
  const query = useQuery(questionQueries.detail(id));
  const { data, isFetchedAfterMount } = query;
  useEffect(() => {
    // Not from the cache, because a cached question may be older than the lists.
    if (data && isFetchedAfterMount) refreshInFeeds(client, data);
  }, [client, data, isFetchedAfterMount]);

  const readIfReached = ({ boostCount }: BoostStatus) => {
    if (data && !data.isRevealed && boostCount >= data.replyBoostThreshold)
      void client.invalidateQueries(questionQueries.detail(id));
  };
  return (
    <ContentPage id={id} query={query} texts={questionTexts}>
      {(detail) => {
        const isModerated = isOnlyModerated(detail, viewer);
        return (
          <>
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
      }}
    </ContentPage>
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
