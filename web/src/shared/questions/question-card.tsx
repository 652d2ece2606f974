import type { BoostStatus, Question } from '@hearsay/contracts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../boosts/boost-button.tsx';
import { useBoostControl } from '../boosts/use-boost-control.ts';
import { HushedText } from '../sound/hushed-text.tsx';
import { LevelMeter } from '../sound/level-meter.tsx';
import { questionTexts } from '../texts/questions.ts';
import { soundTexts } from '../texts/sound.ts';
import { cardTime } from '../time/time-labels.ts';
import { useNow } from '../time/use-now.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Bars } from '../ui/bars.tsx';
import { ChatIcon } from '../ui/icons.tsx';
import { LevelTag } from '../ui/level-tag.tsx';
import { RollingCount } from '../ui/rolling-count.tsx';
import { ShareButton } from '../ui/share-button.tsx';
import { questionRef } from './question.queries.ts';

interface QuestionCardProps {
  readonly question: Question;
  /** On its own page the title is no link and the counts do not lead there. */
  readonly isOwnPage?: boolean;
  readonly onBoostSettled?: (status: BoostStatus) => void;
}

const actLook =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-3 text-[14.5px] font-semibold text-soft';

/** A question as lists and its own page show it. A double-click anywhere boosts it. */
export function QuestionCard({ question, isOwnPage = false, onBoostSettled }: QuestionCardProps) {
  const control = useBoostControl(questionRef(question), {
    knownCount: question.boostCount,
    isBatched: !isOwnPage,
    onSettled: onBoostSettled,
  });
  const isLocked = question.replyBoostThreshold > 0 && !question.isRevealed;
  const boosts = Math.max(question.revealCount, control.boostCount);
  const path = `/questions/${question.id}`;

  return (
    <article
      className="card touch-manipulation"
      // A double-click would also select the word below it.
      onMouseDown={(event) => event.detail > 1 && isSurface(event.target) && event.preventDefault()}
      onDoubleClick={(event) => isSurface(event.target) && control.toggle()}
    >
      <Author question={question} />
      <h2 className={clsx('mt-3 font-bold', isOwnPage ? 'text-[25px]' : 'text-[22px]')}>
        {isOwnPage ? question.title : <Link to={path}>{question.title}</Link>}
      </h2>
      <Description question={question} isLocked={isLocked} nearness={boosts / (question.replyBoostThreshold || 1)} isClamped={!isOwnPage} />
      {isLocked && (
        <div className="mt-3">
          <LevelMeter boosts={boosts} threshold={question.replyBoostThreshold} />
        </div>
      )}
      {!isLocked && question.replyBoostThreshold > 0 && (
        <p className="mt-3 flex items-center gap-1.5 text-[13px] font-medium text-amber">
          <Bars size={15} /> {soundTexts.heardAt(question.replyBoostThreshold)}
        </p>
      )}
      <div className="-mx-2 mt-3 -mb-2 flex items-center gap-1">
        <BoostButton control={control} />
        <Replies count={question.discussionCount} path={isOwnPage ? null : path} />
        <ShareButton path={`/question/${question.id}`} className={actLook} size={21} />
        {!isOwnPage && (
          <Link
            to={path}
            className="ml-auto inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-soft"
            aria-label={questionTexts.viewAllOf(question.title)}
          >
            {questionTexts.viewAll}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Buttons and links have clicks of their own; only the card's surface takes the double one. */
const isSurface = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a') === null;

function Author({ question }: { question: Question }) {
  const now = useNow();
  return (
    <header className="flex items-center gap-3">
      <Avatar user={question.isAnonymous ? null : question.creator} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">
            {question.isAnonymous ? questionTexts.anonymous : (question.creatorUsername ?? questionTexts.someone)}
          </span>
          {!question.isAnonymous && question.creator && <LevelTag badge={question.creator.badge} level={question.creator.level} />}
          {question.isAnonymous && question.isMine && <span className="text-[13px] text-whisper">{questionTexts.you}</span>}
        </p>
        <time dateTime={question.createdAt} className="block text-[13.5px] leading-tight text-faint">
          {cardTime(question.createdAt, now)}
        </time>
      </div>
    </header>
  );
}

interface DescriptionProps {
  readonly question: Question;
  readonly isLocked: boolean;
  readonly nearness: number;
  readonly isClamped: boolean;
}

function Description({ question, isLocked, nearness, isClamped }: DescriptionProps) {
  const { id, description, isMine, replyBoostThreshold } = question;
  // To others a missing description looks like a hidden one; its author knows that there is none.
  if (description === null && (replyBoostThreshold === 0 || isMine)) return null;
  return (
    <div className={isLocked && description === null ? 'mt-3' : 'mt-1.5'}>
      <HushedText id={id} words={description} isLocked={isLocked} nearness={nearness}>
        {(words) => <p className={clsx('whitespace-pre-line text-soft', isClamped && 'line-clamp-4')}>{words}</p>}
      </HushedText>
      {isLocked && isMine && <p className="mt-1 text-[12.5px] text-whisper">{soundTexts.onlyYou}</p>}
    </div>
  );
}

function Replies({ count, path }: { count: number; path: string | null }): ReactNode {
  const inside = (
    <>
      <ChatIcon size={21} />
      <RollingCount value={count} />
      <span className="sr-only">{questionTexts.replies(count)}</span>
    </>
  );
  return path ? (
    <Link to={path} className={actLook}>
      {inside}
    </Link>
  ) : (
    <span className={actLook}>{inside}</span>
  );
}
