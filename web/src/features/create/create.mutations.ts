import { type AskQuestionBody, Podcast, type PublishPodcastBody, Question } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { feedsChanged } from '../../shared/lists/list-cache.ts';

interface AskAct {
  readonly question: AskQuestionBody;
  readonly idempotencyKey: string;
}

export function useAskQuestion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ question, idempotencyKey }: AskAct) =>
      send(Question, '/api/questions', { body: question, idempotencyKey }),
    onSuccess: () => {
      void feedsChanged(client);
      refreshEarnings(client);
    },
  });
}

interface PublishAct {
  readonly podcast: PublishPodcastBody;
  readonly idempotencyKey: string;
}

export function usePublishPodcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ podcast, idempotencyKey }: PublishAct) =>
      send(Podcast, '/api/podcasts', { body: podcast, idempotencyKey }),
    onSuccess: () => {
      void feedsChanged(client);
      refreshEarnings(client);
    },
  });
}
