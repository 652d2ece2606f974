import type { Discussion } from '@hearsay/contracts';
import clsx from 'clsx';
import { memo, useEffect, useId, useRef } from 'react';
import { ContentMenu } from '../../shared/cards/content-menu.tsx';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { RevealMeter } from '../../shared/sound/level-meter.tsx';
import { LockedText } from '../../shared/sound/locked-text.tsx';
import { useReveal, wordsOpenAfterMs } from '../../shared/sound/reveal.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { contentTexts } from '../../shared/texts/content.ts';
import { ContentNameContext } from '../../shared/ui/content-name.ts';
import { PinIcon } from '../../shared/ui/icons.tsx';
import { ClampedWords } from '../../shared/words/clamped-words.tsx';
import { SentenceWithName } from '../../shared/words/sentence-with-name.tsx';
import { authorName } from './chat-rows.ts';

interface PinnedReplyProps {
  readonly reply: Discussion;
  readonly boosts: number;
  readonly isSought: boolean;
  readonly isReported: boolean;
  readonly onRemoved: (id: string) => void;
}

export const PinnedReply = memo(
  withBoundary(function PinnedReply({ reply, boosts, isSought, isReported, onRemoved }: PinnedReplyProps) {
    const nameId = useId();
    const box = useRef<HTMLElement>(null);
    const { id, content, boostThreshold, isRevealed, isMine } = reply;
    const isLocked = boostThreshold > 0 && !isRevealed;
    const reveal = useReveal(isLocked, reply.questionId);
    useEffect(() => {
      if (!isSought) return;
      // Waits one frame, because a newly opened page first scrolls to its top.
      const frame = requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'center' }));
      return () => cancelAnimationFrame(frame);
    }, [isSought]);
    return (
      <article
        ref={box}
        id={`reply-${id}`}
        aria-label={chatTexts.pinned}
        className={clsx('pinned mx-3 mt-3', isSought && 'heard-pinned', isReported && 'reported')}
      >
        <header className="flex items-center gap-1.5 text-[0.8125rem] font-semibold text-amber">
          <PinIcon size={16} />
          <span id={nameId} className="words flex-1">
            <SentenceWithName say={contentTexts.pinnedBy} name={isMine ? chatTexts.you : authorName(reply)} />
          </span>
          <ContentNameContext value={nameId}>
            <ContentMenu
              item={{ contentType: 'discussion', contentId: id }}
              kind="message"
              content={reply}
              person={reply.user}
              isOwnPage
              words={content}
              author={isMine || reply.isAnonymous ? null : reply.user}
              className="-my-2 -mr-2.5 grid size-11 place-items-center rounded-control"
              onRemoved={() => onRemoved(id)}
            />
          </ContentNameContext>
        </header>
        <div className="mt-0.5">
          <LockedText
            id={id}
            words={content}
            isLocked={isLocked}
            nearness={boosts / (boostThreshold || 1)}
            lines={1}
            opensAfter={wordsOpenAfterMs}
          >
            {(words) => <ClampedWords words={words} lines={12} className="whitespace-pre-wrap" />}
          </LockedText>
        </div>
        <RevealMeter isLocked={isLocked} reveal={reveal} boosts={boosts} threshold={boostThreshold} className="mt-2" />
        {isMine && (isLocked || reveal !== 'none') && (
          <p className={clsx('pt-1 text-[0.78rem] text-whisper', !isLocked && 'invisible')}>{chatTexts.onlyYou}</p>
        )}
      </article>
    );
  }),
);
