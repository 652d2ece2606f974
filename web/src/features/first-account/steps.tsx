import type { QuestionItem } from '@hearsay/contracts';
import clsx from 'clsx';
import { useState } from 'react';
import { ShortQuestionCard, useReadOpenedQuestion } from '../../shared/cards/short-question-card.tsx';
import { PersonRow } from '../../shared/follows/person-row.tsx';
import { createTexts } from '../../shared/texts/create.ts';
import { firstAccountTexts as texts } from '../../shared/texts/first-account.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { NextQuestion } from './next-question.tsx';
import { TurnUpButton } from './turn-up-button.tsx';
import type { useFirstSteps } from './use-first-steps.ts';

interface StepsProps {
  readonly steps: NonNullable<ReturnType<typeof useFirstSteps>>;
  readonly userId: string;
  readonly onAnswered: () => void;
}

/** Each step keeps its offer while the card is open, so that nothing moves under a finger. */
export function FirstStepList({ steps, userId, onAnswered }: StepsProps) {
  const { hasBoosted, hasAsked, following, people } = steps;
  const [offered] = useState(steps);
  const hasFollowed = following >= offered.follows;
  const hasTurnUp = offered.question !== null || hasBoosted;
  const isAllDone = (!hasTurnUp || hasBoosted) && hasFollowed && hasAsked;
  return (
    <>
      <ol className="flex flex-col [counter-reset:step]">
        {hasTurnUp && (
          <Step title={offered.hasBoosted ? texts.turnUp.title : texts.turnUp.titleOfOne} isDone={hasBoosted}>
            {!offered.hasBoosted && offered.question && <BoostStep question={offered.question} />}
          </Step>
        )}
        {offered.follows > 0 && (
          <Step
            title={texts.follow.title(offered.follows)}
            isDone={hasFollowed}
            state={texts.follow.state(following, offered.follows)}
          >
            {offered.following < offered.follows && (
              <ul>
                {people.map((person) => (
                  <li key={person.id}>
                    <PersonRow person={person} viewerId={userId} isPlain />
                  </li>
                ))}
              </ul>
            )}
          </Step>
        )}
        <Step title={texts.ask.title} isDone={hasAsked}>
          {!hasAsked && (
            <LinkButton to="/create?type=question" weight={hasBoosted ? 'strong' : 'quiet'} className="w-full">
              {createTexts.question.submit}
            </LinkButton>
          )}
        </Step>
      </ol>
      {isAllDone && <NextQuestion userId={userId} onAnswered={onAnswered} />}
    </>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  /** Words for a step that is not done yet. */
  readonly state?: string;
  readonly children: Elements;
}

function Step({ title, isDone, state = texts.toDo, children }: StepProps) {
  return (
    <li className="border-t border-line px-4 py-3 [counter-increment:step]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-w-0 flex-[1_1_10rem] items-center gap-3">
          <span
            aria-hidden="true"
            className={clsx(
              'grid size-[1.75rem] flex-none place-items-center rounded-pill font-display text-sm font-bold',
              isDone ? 'bg-amber-tint text-amber' : 'bg-raised text-soft before:content-[counter(step)]',
            )}
          >
            {isDone && <CheckIcon size={16} />}
          </span>
          <span className={clsx('min-w-0 font-semibold', isDone && 'text-soft')}>{title}</span>
        </span>
        <span className={clsx('text-sm', isDone ? 'font-semibold text-amber' : 'text-soft')}>
          {isDone ? texts.done : state}
        </span>
      </p>
      {children && <div className="pt-3">{children}</div>}
    </li>
  );
}

/** Keeps its question after the boost, so that the viewer sees a reveal to its end. */
function BoostStep({ question }: { question: QuestionItem }) {
  const [item, setItem] = useState(question);
  const readOpened = useReadOpenedQuestion();
  return (
    <ShortQuestionCard
      className="rounded-control border border-line p-3"
      item={item}
      isShort={false}
      onReached={async () => {
        const opened = await readOpened(item.id);
        setItem((known) => ({ ...known, ...opened }));
      }}
      acts={(control, isOpening) => (
        <div className="mt-3 flex flex-col">
          <TurnUpButton control={control} isOpening={isOpening} />
        </div>
      )}
    />
  );
}
