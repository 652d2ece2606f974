import { PodcastAnswers, type PodcastDetail } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { soundOf } from '../../shared/player/episode-sound.ts';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { episodeTexts } from '../../shared/texts/episode-page.ts';
import { clock } from '../../shared/texts/podcasts.ts';
import { toastIfOffline } from '../../shared/toast/toast.ts';
import { CloseButton } from '../../shared/ui/close-button.tsx';
import { MarkAnswerForm } from './mark-answer-form.tsx';

const texts = episodeTexts.answers;

interface Marked {
  readonly questionId: string;
  readonly at: number;
}

interface Change {
  readonly key: string;
  readonly of: (answers: readonly Marked[]) => readonly Marked[];
  /** The list of the first attempt. A retry must send the same list under the same key. */
  sent?: readonly Marked[];
}

/**
 * Replaces all answers by a new list. Each change waits for the previous one and starts from the list that the previous
 * one returned.
 */
function useSetAnswers(podcast: PodcastDetail) {
  const client = useQueryClient();
  const { queryKey } = podcastQueries.detail(podcast.id);
  return useMutation({
    scope: { id: `answers ${podcast.id}` },
    mutationFn: (change: Change) => {
      const { answers } = client.getQueryData(queryKey) ?? podcast;
      change.sent ??= change.of(answers).map(({ questionId, at }) => ({ questionId, at }));
      const path = `/api/podcasts/${podcast.id}/answers`;
      return send(PodcastAnswers, path, { method: 'PUT', body: change.sent, idempotencyKey: change.key });
    },
    onSuccess: (answers) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (shown) => shown && { ...shown, answers });
    },
  });
}

const without = (answers: readonly Marked[], questionId: string): readonly Marked[] =>
  answers.filter((answer) => answer.questionId !== questionId);

/** The questions that the episode answers, each with the time of the answer. The author can change them here. */
export function EpisodeAnswers({ podcast }: { podcast: PodcastDetail }) {
  const { answers, isMine } = podcast;
  const [isAdding, setAdding] = useState(false);
  const client = useQueryClient();
  const change = useSetAnswers(podcast);
  if (answers.length === 0 && !isMine) return null;
  const takeBack = (questionId: string) => {
    toastIfOffline();
    const onError = (error: unknown) => showFailure(client, error, texts.mustSignIn, texts.failed);
    change.mutate({ of: (known) => without(known, questionId), key: newIdempotencyKey() }, { onError });
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
        <MarkAnswerForm
          podcast={podcast}
          onDone={() => setAdding(false)}
          send={(added, key) =>
            change.mutateAsync({ of: (known) => [...without(known, added.questionId), added], key })
          }
        />
      )}
    </section>
  );
}
