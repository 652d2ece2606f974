import type { BoostStatus, Question } from '@hearsay/contracts';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { BoostButton } from '../../shared/boosts/boost-button.tsx';
import { useBoostControl } from '../../shared/boosts/use-boost-control.ts';
import { mustStayAnonymous } from '../../shared/cards/content-rules.ts';
import { scrollToTop } from '../../shared/navigation/scroll-to-top.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { questionTexts, soundTexts } from '../../shared/texts/content.ts';

interface QuestionBarProps {
  readonly question: Question;
  readonly card: RefObject<HTMLElement | null>;
  readonly onBoostSettled: (status: BoostStatus) => void;
}

/** Height in pixels of the header, which covers the card. */
const HEADER_PX = 60;

/** Keeps title, meter and boost in sight, below the header, while the question's card is above the screen. */
export function QuestionBar({ question, card, onBoostSettled }: QuestionBarProps) {
  const isAbove = useIsAbove(card);
  const bars = document.getElementById('bars-below-header');
  if (!isAbove || !bars) return null;
  const toQuestion = () => {
    card.current?.focus({ preventScroll: true });
    scrollToTop();
  };
  return createPortal(<Bar question={question} onBoostSettled={onBoostSettled} onToQuestion={toQuestion} />, bars);
}

function useIsAbove(card: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!card.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setAbove(!last.isIntersecting && last.boundingClientRect.bottom <= HEADER_PX);
      },
      { rootMargin: `-${HEADER_PX}px 0px 0px` },
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, [card]);
  return isAbove;
}

interface BarProps extends Omit<QuestionBarProps, 'card'> {
  readonly onToQuestion: () => void;
}

function Bar({ question, onBoostSettled, onToQuestion }: BarProps) {
  const { title, replyBoostThreshold: threshold, isMine, isAnonymous, isApproved } = question;
  const isLocked = threshold > 0 && !question.isRevealed;
  const control = useBoostControl(questionRef(question), {
    knownCount: question.boostCount,
    isBatched: false,
    missing: isLocked ? Math.max(0, threshold - question.boostCount) : 0,
    earns: !isMine || isAnonymous,
    isRefused: mustStayAnonymous(question),
    onSettled: onBoostSettled,
  });
  const boosts = Math.max(question.revealCount, control.boostCount);
  return (
    <section aria-label={questionTexts.bar} className="question-bar blurred-bar low:hidden">
      <button
        type="button"
        aria-label={questionTexts.toQuestion(title)}
        onClick={onToQuestion}
        className="h-full min-w-0 flex-1 rounded-control px-1 text-left"
      >
        <span dir="auto" className="block truncate font-display text-[min(0.9375rem,18px)] font-bold tracking-tight">
          {title}
        </span>
        {isLocked && (
          // Draws only the segments of the meter. Screen readers use the meter of the card.
          <span aria-hidden="true" className="mt-1 block [&_.meter]:h-2.5 [&_p]:hidden">
            <LevelMeter boosts={boosts} threshold={threshold} />
          </span>
        )}
      </button>
      {isApproved && <BoostButton control={control} look="small" label={soundTexts.boostOf(title)} />}
    </section>
  );
}
