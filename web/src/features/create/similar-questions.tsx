import { limits, type Question, Questions, textLength } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { BoostStatusReader } from '../../shared/boosts/boost-status-reader.tsx';
import { useBoostControl } from '../../shared/boosts/use-boost-control.ts';
import { mustStayAnonymous } from '../../shared/cards/content-rules.ts';
import { useLate } from '../../shared/forms/use-late.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { soundTexts } from '../../shared/texts/content.ts';
import { createTexts } from '../../shared/texts/create.ts';
import { Button } from '../../shared/ui/button.tsx';

const texts = createTexts.question;
/** Milliseconds without typing until the search for similar questions. */
const PAUSE_MS = 600;

const similarQuery = (title: string) => ({
  queryKey: queryKeys.similar(title),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(Questions, `/api/questions/similar?title=${encodeURIComponent(title)}`, signal),
  staleTime: querySettings.batchStatus.fresh,
  // Needs no retry, because the next pause in typing reads again.
  retry: false,
});

interface SimilarQuestionsProps {
  readonly title: string;
  readonly userId: string;
  /** The list changes only while the title has the focus, so that it never moves a control under a finger. */
  readonly isTyping: boolean;
}

/** Shows up to three questions like the typed title. Draws nothing if there are none, or if they could not be read. */
export function SimilarQuestions({ title, userId, isTyping }: SimilarQuestionsProps) {
  const sought = useLate(title.trim(), PAUSE_MS);
  const length = textLength(sought);
  const isLong = length >= limits.similarQuestions.minTitle && length <= limits.title;
  const { data: similar } = useQuery({ ...similarQuery(sought), enabled: isLong && isTyping });
  const titleId = useId();
  const [shown, setShown] = useState<readonly Question[]>([]);
  useEffect(() => {
    if (isTyping) setShown((isLong && similar) || []);
  }, [isTyping, isLong, similar]);
  return (
    <>
      <p role="status" className="sr-only">
        {shown.length > 0 && texts.similar}
      </p>
      {shown.length > 0 && (
        <section aria-labelledby={titleId} className="card arrives flex flex-col gap-3">
          <h2 id={titleId} className="text-sm font-semibold">
            {texts.similar}
          </h2>
          <BoostStatusReader of={shown.map(questionRef)} userId={userId} />
          <ul className="flex flex-col gap-3">
            {shown.map((question) => (
              <li key={question.id}>
                <SimilarQuestion question={question} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function SimilarQuestion({ question }: { question: Question }) {
  const titleId = useId();
  const { isBoosted, boostCount, isRefused, toggle } = useBoostControl(questionRef(question), {
    knownCount: question.boostCount,
    isBatched: true,
    earns: !question.isMine || question.isAnonymous,
    isRefused: mustStayAnonymous(question),
    isOneWay: true,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-t border-line pt-3">
      <p className="min-w-0 flex-[1_1_12rem]">
        <Link
          id={titleId}
          to={`/questions/${question.id}`}
          dir="auto"
          className="words font-semibold underline-offset-4"
        >
          {question.title}
        </Link>
        <span className="block text-[0.8125rem] text-faint">{soundTexts.boosts(boostCount)}</span>
      </p>
      <Button
        weight="quiet"
        aria-describedby={titleId}
        aria-pressed={isBoosted}
        disabled={isRefused}
        className={isBoosted ? 'bg-air-tint text-air' : undefined}
        onClick={toggle}
      >
        {isBoosted ? texts.boosted : texts.boostInstead}
      </Button>
    </div>
  );
}
