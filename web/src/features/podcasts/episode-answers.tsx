import { PodcastAnswers, type PodcastDetail } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { soundOf } from '../../shared/player/episode-sound.ts';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { episodeTexts } from '../../shared/texts/episode-page.ts';
import { clock } from '../../shared/texts/podcasts.ts';
import { CloseButton } from '../../shared/ui/close-button.tsx';
import { AnswerForm } from './answer-form.tsx';

const texts = episodeTexts.answers;

type MarkedAnswers = readonly { readonly questionId: string; readonly at: number }[];

/** Replaces all answers, and shows the server's list. @throws what the server refused */
function useSetAnswers(podcast: PodcastDetail) {
  const client = useQueryClient();
  const { queryKey } = podcastQueries.detail(podcast.id);
  return useMutation({
    mutationFn: ({ answers, key }: { answers: MarkedAnswers; key: string }) => {
      const path = `/api/podcasts/${podcast.id}/answers`;
      const body = answers.map(({ questionId, at }) => ({ questionId, at }));
      return send(PodcastAnswers, path, { method: 'PUT', body, idempotencyKey: key });
    },
    onSuccess: (answers) => client.setQueryData(queryKey, (shown) => shown && { ...shown, answers }),
  });
}

/** The questions that the episode answers, each with its moment. Its author changes them here. */
export function EpisodeAnswers({ podcast }: { podcast: PodcastDetail }) {
  const { answers, isMine } = podcast;
  const [isAdding, setAdding] = useState(false);
  const client = useQueryClient();
  const change = useSetAnswers(podcast);
  if (answers.length === 0 && !isMine) return null;
  const takeBack = (questionId: string) => {
    const left = answers.filter((answer) => answer.questionId !== questionId);
    const onError = (error: unknown) => sayFailed(client, error, texts.mustSignIn, texts.failed);
    change.mutate({ answers: left, key: newIdempotencyKey() }, { onError });
  };
  const play = (at: number) => {
    const sound = soundOf(podcast);
    sound.goTo(at);
    void sound.play();
  };
  return (
    <section aria-labelledby="answers" className="pt-6">
      <h2 id="answers" className="px-1 pb-3 text-[1.25rem] font-bold">
        {texts.title}
      </h2>
      {answers.length > 0 && (
        <ol className="card flex flex-col gap-1 py-2">
          {answers.map(({ questionId, title, at }) => (
            <li key={questionId} className="flex items-center gap-3">
              <button
                type="button"
                aria-label={texts.playAt(clock(at))}
                onClick={() => play(at)}
                className="min-h-11 flex-none rounded-control px-1 font-semibold tabular-nums text-air"
              >
                {clock(at)}
              </button>
              <Link to={`/questions/${questionId}`} dir="auto" className="words min-w-0 flex-1 py-2.5">
                {title}
              </Link>
              {isMine && (
                <CloseButton
                  label={texts.takeBack(title)}
                  onClick={() => takeBack(questionId)}
                  className="flex-none text-soft"
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {isMine && !isAdding && (
        <button
          type="button"
          className="min-h-11 px-1 text-sm font-semibold text-soft underline underline-offset-4"
          onClick={() => setAdding(true)}
        >
          {texts.add}
        </button>
      )}
      {isMine && isAdding && (
        <AnswerForm
          podcast={podcast}
          onDone={() => setAdding(false)}
          send={(added, key) => {
            const others = answers.filter(({ questionId }) => questionId !== added.questionId);
            return change.mutateAsync({ answers: [...others, added], key });
          }}
        />
      )}
    </section>
  );
}
