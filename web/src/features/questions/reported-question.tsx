import type { Question } from '@hearsay/contracts';
import { useNavigate } from 'react-router';
import { moreLook } from '../../shared/cards/act-look.ts';
import { Byline } from '../../shared/cards/byline.tsx';
import { ContentMenu } from '../../shared/cards/content-menu.tsx';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { contentTexts } from '../../shared/texts/content.ts';
import { questionTexts } from '../../shared/texts/questions.ts';
import { cardTime } from '../../shared/time/card-time.ts';
import { Named } from '../../shared/words/named.tsx';

/** A question that waits for its approval, as an ambassador reads it because it was reported: to be deleted, and nothing else. */
export function ReportedQuestion({ question }: { question: Question }) {
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
