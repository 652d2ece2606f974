import type { Discussion } from '@hearsay/contracts';
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { queryKeys } from '../api/cache.ts';
import { questionQueries, questionRef } from '../questions/question.queries.ts';
import { RevealMeter } from '../sound/level-meter.tsx';
import { LockedText } from '../sound/locked-text.tsx';
import { useReveal, wordsOpenAfterMs } from '../sound/reveal.ts';
import { contentTexts } from '../texts/content.ts';
import { SentenceWithName } from '../words/sentence-with-name.tsx';

interface PinnedOnCardProps {
  readonly replyId: string;
  readonly path: string;
  readonly boosts: number;
}

export default function PinnedReplyOnCard({ replyId, ...rest }: PinnedOnCardProps) {
  const { data: reply } = useQuery(questionQueries.reply(replyId));
  return reply ? <PinnedReplyLink reply={reply} {...rest} /> : null;
}

function PinnedReplyLink({ reply, path, boosts: counted }: Omit<PinnedOnCardProps, 'replyId'> & { reply: Discussion }) {
  const { id, questionId, content, boostThreshold, isRevealed, revealCount, isAnonymous, user } = reply;
  const client = useQueryClient();
  const isLocked = boostThreshold > 0 && !isRevealed;
  const reveal = useReveal(isLocked, questionId);
  const boosts = Math.max(revealCount, counted);
  const isBoosting = useIsMutating({ mutationKey: queryKeys.boost.act(questionRef({ id: questionId })) }) > 0;
  // True if boosts have reached the threshold after the locked reply was read.
  const isReached = isLocked && boosts >= boostThreshold && !isBoosting;
  useEffect(() => {
    if (isReached) void client.invalidateQueries(questionQueries.reply(id));
  }, [isReached, client, id]);
  const name = isAnonymous ? null : (user?.username ?? null);
  return (
    <Link to={path} className="pinned mt-3 block">
      <span className="block text-[0.8125rem] font-semibold text-amber">
        {name ? <SentenceWithName say={contentTexts.pinnedBy} name={name} /> : <span>{contentTexts.pinned}</span>}
      </span>
      <LockedText
        id={id}
        words={content}
        isLocked={isLocked}
        nearness={boosts / (boostThreshold || 1)}
        lines={1}
        width={290}
        opensAfter={wordsOpenAfterMs}
      >
        {(words) => (
          <span dir="auto" className="line-clamp-3 whitespace-pre-line">
            {words}
          </span>
        )}
      </LockedText>
      <RevealMeter isLocked={isLocked} reveal={reveal} boosts={boosts} threshold={boostThreshold} className="mt-2" />
    </Link>
  );
}
