import { ContentRemoved, ContentRestored, type EventOf, PodcastEdited, PodcastPublished } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadPodcasts } from './podcast.loads.js';
import type { Podcast } from './podcast.states.js';

export const podcastEvents = [PodcastPublished, PodcastEdited, ContentRemoved, ContentRestored] as const;
export type PodcastDefinition = (typeof podcastEvents)[number];

const evolve = (podcast: Podcast | null, event: EventOf<PodcastDefinition>): Podcast | null => {
  if (event.type === PodcastPublished.type) {
    const { owner, mediaType, titleTextId, descriptionTextId } = event.data;
    // Episodes are always named.
    const ownerId = owner.accountId ?? '';
    return { ownerId, mediaType, titleTextId, descriptionTextId, removalId: null, removalRevision: 0, isErased: false };
  }
  if (!podcast) return null;
  switch (event.type) {
    case PodcastEdited.type:
      return { ...podcast, titleTextId: event.data.titleTextId, descriptionTextId: event.data.descriptionTextId };
    case ContentRemoved.type:
      return { ...podcast, removalId: event.data.removalId, removalRevision: event.data.revision };
    case ContentRestored.type:
      return { ...podcast, removalId: null, removalRevision: event.data.revision };
  }
};

/** Key: podcast id; null while there is no such episode. Its row, written by `podcastRows`, is its head. */
export const podcastAggregate: AggregateDefinition<Podcast | null, PodcastDefinition> = {
  name: 'podcast',
  events: podcastEvents,
  evolve,
  load: loadPodcasts,
};
