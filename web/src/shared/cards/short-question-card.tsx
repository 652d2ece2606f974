import type { QuestionItem } from '@hearsay/contracts';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useId } from 'react';
import { Link } from 'react-router';
import { queryKeys } from '../api/cache.ts';
import { BoostButton } from '../boosts/boost-button.tsx';
import { type BoostControl, useBoostControl } from '../boosts/use-boost-control.ts';
import { withBoundary } from '../errors/error-boundary.tsx';
import { updateQuestionInFeeds } from '../lists/update-cached-lists.ts';
import { questionQueries, questionRef } from '../questions/question.queries.ts';
import { RevealMeter } from '../sound/level-meter.tsx';
import { useReveal } from '../sound/reveal.ts';
import { questionTexts } from '../texts/content.ts';
import { ContentNameContext } from '../ui/content-name.ts';
import type { Elements } from '../ui/elements.ts';
import { Avatar, Username } from '../ui/person.tsx';
import { mustStayAnonymous } from './content-rules.ts';

/** @returns a function that reads an opened question and shows it in all lists */
export function useReadOpenedQuestion() {
  const client = useQueryClient();
  return async (id: string) => {
    const detail = await client.fetchQuery(questionQueries.detail(id));
    updateQuestionInFeeds(client, detail);
    const { isRevealed, revealCount, boostCount } = detail;
    const opened = { isRevealed, revealCount, boostCount };
    client.setQueriesData<QuestionItem[]>({ queryKey: queryKeys.nearlyHeard.all }, (known) =>
      known?.map((one) => (one.id === id ? { ...one, ...opened } : one)),
    );
    return opened;
  };
}

interface NearCardProps {
  readonly item: QuestionItem;
  readonly isShort: boolean;
  /** Called when a boost has reached the threshold, here or in another card of this question. */
  readonly onReached: () => Promise<unknown>;
  readonly className: string;
  /** Replaces the boost button. These acts can give a boost but not take it back. */
  readonly acts?: (control: BoostControl, isOpening: boolean) => Elements;
}

/** Shows only author, title, meter and boost of a question. */
export const ShortQuestionCard = withBoundary(function NearCard({
  item,
  isShort,
  onReached,
  className,
  acts,
}: NearCardProps) {
  const { id, title, creator, isAnonymous, isMine, replyBoostThreshold: threshold } = item;
  const isLocked = !item.isRevealed;
  const control = useBoostControl(questionRef(item), {
    knownCount: item.boostCount,
    isBatched: true,
    missing: Math.max(0, threshold - item.boostCount),
    earns: !isMine || isAnonymous,
    isRefused: mustStayAnonymous(item),
    isOneWay: acts !== undefined,
  });
  const reveal = useReveal(isLocked, id);
  const boosts = Math.max(item.revealCount, control.boostCount);
  const isOpening = isLocked ? boosts >= threshold : reveal === 'opening';
  const isBoosting = useIsMutating({ mutationKey: queryKeys.boost.act(questionRef(item)) }) > 0;
  const isReached = isLocked && boosts >= threshold && !isBoosting;
  // A failed read leaves the card as it is.
  const readIt = useEffectEvent(() => void onReached().catch(() => undefined));
  useEffect(() => {
    if (isReached) readIt();
  }, [isReached]);
  const titleId = useId();
  const named = isAnonymous ? null : creator;
  return (
    <ContentNameContext value={titleId}>
      <article aria-labelledby={titleId} className={clsx('flex flex-col', className)}>
        <p className="flex items-center gap-2 text-[0.84375rem] text-soft">
          <Avatar user={named} size={24} />
          <span className="min-w-0 truncate">
            {named ? (
              <Username name={named.username} />
            ) : (
              <span>{isAnonymous ? questionTexts.anonymous : questionTexts.someone}</span>
            )}
          </span>
        </p>
        <h3 id={titleId} dir="auto" className="mt-2 mb-3 line-clamp-3 text-[1.0625rem] font-bold">
          <Link to={`/questions/${id}`}>{title}</Link>
        </h3>
        <RevealMeter
          isLocked={isLocked}
          reveal={reveal}
          boosts={boosts}
          threshold={threshold}
          isShort={isShort}
          className="mt-auto"
        />
        {acts ? (
          acts(control, isOpening)
        ) : (
          <div className="acts mt-1">
            <BoostButton control={control} isOpening={isOpening} />
          </div>
        )}
      </article>
    </ContentNameContext>
  );
});
