import type { Discussion, RepostData } from '@hearsay/contracts';
import { useId } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../boosts/boost-button.tsx';
import { useBoostControl } from '../boosts/use-boost-control.ts';
import { RepostButton } from '../reposts/repost-button.tsx';
import { RevealMeter } from '../sound/level-meter.tsx';
import { LockedText } from '../sound/locked-text.tsx';
import { useReveal, wordsOpenAfterMs } from '../sound/reveal.ts';
import { contentTexts } from '../texts/content.ts';
import { replyTime } from '../time/time-labels.ts';
import { ReplyIcon } from '../ui/card-icons.tsx';
import { ClampedWords } from '../words/clamped-words.tsx';
import { actButtonClass, Byline, ContentCard, moreButtonClass } from './content-card.tsx';
import { ContentMenu } from './content-menu.tsx';
import { ShareButton } from './share-button.tsx';

export default function ReplyCard({ reply, repost = null }: { reply: Discussion; repost?: RepostData | null }) {
  const item = { contentType: 'discussion', contentId: reply.id } as const;
  const control = useBoostControl(item, {
    knownCount: reply.boostCount,
    isBatched: true,
    earns: !reply.isMine || reply.isAnonymous,
  });
  const isLocked = reply.boostThreshold > 0 && !reply.isRevealed;
  const reveal = useReveal(isLocked, reply.questionId);
  const path = `/questions/${reply.questionId}#reply-${reply.id}`;
  const [authorId, titleId] = [useId(), useId()];
  const nameIds = `${authorId} ${titleId}`;
  return (
    <ContentCard nameIds={nameIds} repost={repost} onBoost={control.toggle}>
      <Byline
        author={reply.user}
        authorId={authorId}
        isAnonymous={reply.isAnonymous}
        isMine={reply.isMine}
        createdAt={reply.createdAt}
        label={replyTime}
        namesFirstLevel
      >
        <ContentMenu
          item={item}
          kind="discussion"
          content={reply}
          person={reply.user}
          isOwnPage={false}
          repost={repost}
          words={reply.content}
          className={moreButtonClass}
        />
      </Byline>
      {reply.parentTitle !== null && (
        <p id={titleId} className="words mt-2 text-[0.875rem] text-soft">
          <span>{`${contentTexts.inReplyTo} `}</span>
          <Link to={path} dir="auto" className="font-semibold text-text">
            {reply.parentTitle}
          </Link>
        </p>
      )}
      <div className="mt-2">
        <LockedText
          id={reply.id}
          words={reply.content}
          isLocked={isLocked}
          nearness={reply.revealCount / (reply.boostThreshold || 1)}
          opensAfter={wordsOpenAfterMs}
        >
          {(words) => <ClampedWords words={words} lines={4} className="whitespace-pre-wrap" />}
        </LockedText>
      </div>
      <RevealMeter
        isLocked={isLocked}
        reveal={reveal}
        boosts={reply.revealCount}
        threshold={reply.boostThreshold}
        className="mt-3"
      />
      <div className="acts mt-2">
        <BoostButton control={control} />
        <Link to={path} aria-label={contentTexts.reply} aria-describedby={nameIds} className={actButtonClass}>
          <ReplyIcon size={21} />
        </Link>
        <RepostButton item={item} knownCount={reply.repostCount} isBatched className={actButtonClass} />
        <ShareButton
          path={`/reply/${reply.id}`}
          picture={`/previews/${reply.questionId}.png`}
          className={actButtonClass}
          size={21}
        />
      </div>
    </ContentCard>
  );
}
