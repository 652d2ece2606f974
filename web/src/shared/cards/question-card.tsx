import type { BoostStatus, Question, RepostData } from '@hearsay/contracts';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, use, useId } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../boosts/boost-button.tsx';
import { useBoostControl } from '../boosts/use-boost-control.ts';
import { withBoundary } from '../errors/error-boundary.tsx';
import { loadCode } from '../errors/new-build.ts';
import { questionRef } from '../questions/question.queries.ts';
import { RepostButton } from '../reposts/repost-button.tsx';
import { RevealMeter } from '../sound/level-meter.tsx';
import { LockedText } from '../sound/locked-text.tsx';
import { type RevealPhase, useReveal, wordsOpenAfterMs } from '../sound/reveal.ts';
import { contentTexts, questionTexts, soundTexts } from '../texts/content.ts';
import { cardTime } from '../time/card-time.ts';
import { lockEndLine } from '../time/open-line.ts';
import { questionLink } from '../toast/copy-words.ts';
import { SoundBars } from '../ui/bars.tsx';
import { ChatIcon } from '../ui/card-icons.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { RollingCount } from '../ui/rolling-count.tsx';
import { LinkedWords } from '../words/linked-words.tsx';
import { SentenceWithName } from '../words/sentence-with-name.tsx';
import { actButtonClass, Byline, ContentCard, moreButtonClass } from './content-card.tsx';
import { ContentMenu } from './content-menu.tsx';
import { isOwnConfession, mustStayAnonymous } from './content-rules.ts';
import { ShareButton } from './share-button.tsx';

const PinnedReplyOnCard = lazy(() => loadCode(() => import('./pinned-reply-on-card.tsx')));
const PendingActs = lazy(() => loadCode(() => import('./pending-acts.tsx')));

interface QuestionCardProps {
  readonly question: Question;
  readonly repost?: RepostData | null;
  readonly isOwnPage?: boolean;
  readonly place?: 'pending' | 'card';
  /** Replaces the line `Heard at …`. */
  readonly openLine?: string | null;
  readonly onBoostSettled?: (status: BoostStatus) => void;
  readonly onGone?: () => void;
}

export const QuestionCard = withBoundary(function QuestionCard({
  question,
  repost = null,
  isOwnPage = false,
  place = 'card',
  openLine = null,
  onBoostSettled,
  onGone,
}: QuestionCardProps) {
  const { replyBoostThreshold: threshold, isAnonymous, isMine } = question;
  const isLocked = threshold > 0 && !question.isRevealed;
  const control = useBoostControl(questionRef(question), {
    knownCount: question.boostCount,
    isBatched: !isOwnPage,
    missing: isLocked ? Math.max(0, threshold - question.boostCount) : 0,
    earns: !isMine || isAnonymous,
    isRefused: mustStayAnonymous(question),
    onSettled: onBoostSettled,
  });
  const reveal = useReveal(isLocked, question.id);
  const boosts = Math.max(question.revealCount, control.boostCount);
  const path = `/questions/${question.id}`;
  const titleId = useId();
  const end = lockEndLine(question);

  return (
    <ContentCard nameIds={titleId} repost={repost} onBoost={question.isApproved ? control.toggle : undefined}>
      <QuestionHead
        question={question}
        titleId={titleId}
        repost={repost}
        isOwnPage={isOwnPage}
        isEdited={question.isEdited}
        onGone={onGone}
      />
      <Description
        question={question}
        isLocked={isLocked}
        reveal={reveal}
        nearness={boosts / (threshold || 1)}
        isClamped={!isOwnPage}
      />
      <RevealMeter isLocked={isLocked} reveal={reveal} boosts={boosts} threshold={threshold} className="mt-3" />
      {end && <p className="mt-2 text-[0.8125rem] text-soft">{end}</p>}
      {!isLocked && (threshold > 0 ? reveal === 'none' : openLine) && (
        <p className="mt-3 flex items-center gap-1.5 text-[0.8125rem] font-medium text-amber">
          <SoundBars size={15} />
          <span>{openLine ?? soundTexts.heardAt(threshold)}</span>
        </p>
      )}
      <Suspense fallback={null}>
        {!isOwnPage && question.isApproved && question.pinnedReplyId && (
          <PinnedReplyOnCard replyId={question.pinnedReplyId} path={path} boosts={boosts} />
        )}
        {!question.isApproved && <PendingActs question={question} place={place} onIgnored={onGone} />}
      </Suspense>
      {question.isApproved && (
        <div className="acts mt-3">
          <BoostButton control={control} isOpening={isLocked ? boosts >= threshold : reveal === 'opening'} />
          <Replies count={question.discussionCount} path={isOwnPage ? null : path} />
          <RepostButton
            item={questionRef(question)}
            knownCount={question.repostCount}
            isBatched={!isOwnPage}
            className={actButtonClass}
          />
          <ShareButton {...questionLink(question)} className={actButtonClass} size={21} />
          {!isOwnPage && (
            <Link
              to={path}
              className="ml-auto inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold whitespace-nowrap text-soft"
              aria-label={questionTexts.viewAllOf(question.title)}
            >
              {questionTexts.viewAll}
            </Link>
          )}
        </div>
      )}
    </ContentCard>
  );
});

interface QuestionHeadProps extends Pick<QuestionCardProps, 'question' | 'repost' | 'isOwnPage' | 'onGone'> {
  readonly titleId?: string;
  readonly isEdited?: boolean;
}

export function QuestionHead({ question, titleId, repost, isOwnPage = false, isEdited, onGone }: QuestionHeadProps) {
  const { id, title, creator, isAnonymous, isMine, createdAt, targetUsername } = question;
  return (
    <>
      <Byline
        author={creator}
        isAnonymous={isAnonymous}
        isMine={isMine}
        createdAt={createdAt}
        label={cardTime}
        isEdited={isEdited}
        aside={
          targetUsername && (
            <>
              <span aria-hidden="true">·</span>
              <SentenceWithName say={contentTexts.askedTo} name={targetUsername} />
            </>
          )
        }
      >
        <ContentMenu
          item={questionRef(question)}
          kind="question"
          content={question}
          person={creator}
          isOwnPage={isOwnPage}
          repost={repost}
          shared={question.isApproved ? question : null}
          locked={isOwnConfession(question) ? question : null}
          className={moreButtonClass}
          onRemoved={onGone}
        />
      </Byline>
      <h2
        id={titleId}
        dir="auto"
        className={clsx('mt-3 font-bold', isOwnPage ? 'text-[1.5625rem]' : 'text-[1.375rem]')}
      >
        {isOwnPage ? title : <Link to={`/questions/${id}`}>{title}</Link>}
      </h2>
    </>
  );
}

interface DescriptionProps {
  readonly question: Question;
  readonly isLocked: boolean;
  readonly reveal: RevealPhase;
  readonly nearness: number;
  readonly isClamped: boolean;
}

function Description({ question, isLocked, reveal, nearness, isClamped }: DescriptionProps) {
  const { id, description, hasDescription, isMine, replyBoostThreshold } = question;
  const isConfession = replyBoostThreshold > 0;
  // Keeps the space of the lock's lines during a reveal.
  const isShowingLock = isLocked || reveal !== 'none';
  if (isConfession && !hasDescription && description === null)
    return isShowingLock ? (
      <p className="mt-3 text-sm text-whisper">
        {isLocked ? soundTexts.repliesOpenAt(replyBoostThreshold) : soundTexts.repliesAreOpen}
      </p>
    ) : null;
  if (description === null && !isConfession) return null;
  return (
    <div className={isConfession ? 'mt-3' : 'mt-1.5'}>
      <LockedText id={id} words={description} isLocked={isLocked} nearness={nearness} opensAfter={wordsOpenAfterMs}>
        {(words) => (
          <LinkedWords words={words} className={clsx('whitespace-pre-line text-soft', isClamped && 'line-clamp-4')} />
        )}
      </LockedText>
      {isShowingLock && isMine && (
        <p className={clsx('mt-1 text-[0.78rem] text-whisper', !isLocked && 'invisible')}>{soundTexts.onlyYou}</p>
      )}
    </div>
  );
}

function Replies({ count, path }: { count: number; path: string | null }): ReactNode {
  const described = use(ContentNameContext);
  const inside = (
    <>
      <ChatIcon size={21} />
      <RollingCount value={count} />
      <span className="sr-only">{questionTexts.replies(count)}</span>
    </>
  );
  return path ? (
    <Link to={path} aria-describedby={described} className={actButtonClass}>
      {inside}
    </Link>
  ) : (
    <span className={actButtonClass}>{inside}</span>
  );
}
