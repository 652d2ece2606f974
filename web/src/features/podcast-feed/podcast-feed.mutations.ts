import { PodcastFeedUrl } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { podcastFeedTexts as texts } from '../../shared/texts/podcast-feed.ts';
import { toast, toastIfOffline } from '../../shared/toast/toast.ts';
import { podcastFeedQueries } from './podcast-feed.queries.ts';

interface Change {
  /** Null renews the address. */
  readonly episodes: readonly string[] | null;
  readonly done: string | null;
  readonly idempotencyKey: string;
}

/** Changes are sent one after the other, because each sends the whole list of episodes. */
export function usePodcastFeed(userId: string) {
  const client = useQueryClient();
  const { queryKey } = podcastFeedQueries.own(userId);
  const path = `/api/users/${userId}/podcast-feed`;
  const change = useMutation({
    scope: { id: 'podcast-feed' },
    mutationFn: ({ episodes, idempotencyKey }: Change) =>
      episodes === null
        ? send(PodcastFeedUrl, `${path}/renew`, { body: {}, idempotencyKey })
        : send(PodcastFeedUrl, path, { method: 'PUT', body: { episodes }, idempotencyKey }),
    onSuccess: ({ url }, { done }) => {
      client.setQueryData(queryKey, (feed) => feed && { ...feed, url });
      if (done !== null) toast.good(done);
    },
    onError: (error) => {
      showFailure(client, error, texts.mustSignIn, texts.updateFailed);
      void client.invalidateQueries({ queryKey });
    },
  });
  return (episodes: readonly string[] | null, done: string | null = null) => {
    toastIfOffline();
    // A running read may answer with the list before this change, and the next change would restore it.
    void client.cancelQueries({ queryKey });
    // Updates the cache at once, so that the next change includes these episodes.
    if (episodes) client.setQueryData(queryKey, (feed) => feed && { ...feed, episodes: [...episodes] });
    change.mutate({ episodes, done, idempotencyKey: newIdempotencyKey() });
  };
}
