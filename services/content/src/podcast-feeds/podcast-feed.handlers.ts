import { randomUUID } from 'node:crypto';
import { contentRpc, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { renewPodcastFeed, setPodcastFeed } from './podcast-feed.decider.js';
import type { PodcastFeedQueries } from './podcast-feed.queries.js';

export const podcastFeedHandlers = (pipeline: CommandPipeline, queries: PodcastFeedQueries) => {
  const newFeed = (ownerId: string) => {
    const id = randomUUID();
    return { id, keyHash: queries.keyHashOf(id), ownerId };
  };
  return handlersOf(contentRpc, {
    async setPodcastFeed(input, context) {
      const ownerId = actorOf(context);
      const lookUp = async () => {
        const episodes = [...new Set(input.episodes)];
        await queries.mustBeOwn(ownerId, episodes);
        return { ...newFeed(ownerId), episodes };
      };
      await executeAfterLookUp(pipeline, refuseIfDeleted(setPodcastFeed), lookUp, commandContext(context, input));
      return queries.own(ownerId);
    },

    async renewPodcastFeed(input, context) {
      const ownerId = actorOf(context);
      const lookUp = async () => {
        if ((await queries.own(ownerId)).key === null) throw new Refusal('not_found', 'You have no feed');
        return newFeed(ownerId);
      };
      await executeAfterLookUp(pipeline, refuseIfDeleted(renewPodcastFeed), lookUp, commandContext(context, input));
      return queries.own(ownerId);
    },

    ownPodcastFeed: (_, context) => queries.own(actorOf(context)),
    podcastFeed: ({ keyHash }) => queries.open(keyHash),
    podcastFeedMedia: ({ keyHash, id }) => queries.media(keyHash, id),
  });
};
