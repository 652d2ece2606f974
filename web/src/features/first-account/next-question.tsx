import type { BoostStatus, QuestionItem } from '@hearsay/contracts';
import { xpAmounts } from '@hearsay/game-rules';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../shared/api/cache.ts';
import { ShortQuestionCard } from '../../shared/cards/short-question-card.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { firstAccountTexts } from '../../shared/texts/first-account.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { TurnUpButton } from './turn-up-button.tsx';
import { useNewestQuestions } from './use-first-steps.ts';

const texts = firstAccountTexts.next;

interface NextQuestionProps {
  readonly userId: string;
  readonly onAnswered: () => void;
}

/** Offers one open question after another. Each stays until the viewer asks for the next one. */
export function NextQuestion({ userId, onAnswered }: NextQuestionProps) {
  const { isLoading, others } = useOpenQuestions(userId);
  const [answeredHere, setAnsweredHere] = useState<readonly string[]>([]);
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<QuestionItem | null>(null);
  if (isLoading && !chosen) return <div className="min-h-72" aria-busy="true" />;

  const shown = chosen ?? others({ answeredHere, leftOut: [] });
  if (shown !== chosen) setChosen(shown);
  const leftOut = [...passed, ...(shown ? [shown.id] : [])];
  // After the last question, the skipped questions are offered again.
  const next = others({ answeredHere, leftOut }) ?? (shown && others({ answeredHere, leftOut: [shown.id] }));

  return (
    <section aria-labelledby="next-question" className="border-t border-line px-4 pt-3 pb-4">
      <h3 id="next-question" className="font-semibold">
        {shown ? texts.title : texts.none}
      </h3>
      {shown ? (
        <>
          <p className="pb-3 text-sm text-soft">{texts.lead(xpAmounts['answer-given'], xpAmounts['boost-given'])}</p>
          <ShortQuestionCard
            key={shown.id}
            className="rounded-control border border-line p-3"
            item={shown}
            isShort={false}
            onReached={async () => undefined}
            acts={(control, isOpening) => (
              <div className="flex flex-col gap-3">
                <AnswerForm
                  questionId={shown.id}
                  userId={userId}
                  onAnswered={() => {
                    setAnsweredHere([...answeredHere, shown.id]);
                    onAnswered();
                  }}
                />
                <TurnUpButton control={control} isOpening={isOpening} isQuiet />
              </div>
            )}
          />
          {next && (
            <Button
              weight="quiet"
              className="mt-3 w-full"
              onClick={() => {
                setPassed(leftOut.includes(next.id) ? [shown.id] : leftOut);
                setChosen(next);
              }}
            >
              {texts.another}
            </Button>
          )}
        </>
      ) : (
        <LinkButton weight="quiet" to="/xp-stats" className="mt-3 w-full">
          {xpTexts.howToEarn}
        </LinkButton>
      )}
    </section>
  );
}

interface Choice {
  readonly answeredHere: readonly string[];
  readonly leftOut: readonly string[];
}

/** `others` returns a question to answer or boost, first those that the viewer neither answered nor boosted. */
function useOpenQuestions(userId: string) {
  const client = useQueryClient();
  const { questions, unboosted, isLoading } = useNewestQuestions(userId);
  const answers = useInfiniteQuery(personQueries.posts(userId, 'answer'));
  const answered = (answers.data?.pages.flat() ?? []).map((post) => (post.kind === 'answer' ? post.questionId : ''));

  const isBoosted = (question: QuestionItem) =>
    client.getQueryData<BoostStatus>(queryKeys.boost.status(questionRef(question)))?.isBoosted ??
    !unboosted.includes(question);
  const others = ({ answeredHere, leftOut }: Choice): QuestionItem | null => {
    const open = questions.filter(({ id, isRevealed }) => isRevealed && !leftOut.includes(id));
    const done = open.map((question) => {
      const isAnswered = answered.includes(question.id) || answeredHere.includes(question.id);
      return Number(isBoosted(question)) + Number(isAnswered);
    });
    return open[done.indexOf(0)] ?? open[done.indexOf(1)] ?? null;
  };
  return { isLoading: isLoading || answers.isLoading, others };
}
