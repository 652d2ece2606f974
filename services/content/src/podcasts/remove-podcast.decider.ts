import { ContentRemoved, ContentRestored, Refusal, type RemovalCause } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { podcastAggregate } from './podcast.aggregates.js';
import type { Podcast } from './podcast.states.js';

export interface RemovePodcast {
  readonly podcastId: string;
  /** Shared by what goes and comes back together. */
  readonly removalId: string;
  readonly accountId: string;
  readonly isAmbassador: boolean;
}

const removalOf = (podcastId: string, removalId: string, podcast: Podcast) => ({
  contentType: 'podcast' as const,
  contentId: podcastId,
  questionId: podcastId,
  owner: { accountId: podcast.ownerId, sealed: null },
  isAnonymous: false,
  removalId,
  revision: podcast.removalRevision + 1,
  number: null,
});

const target = (podcastId: string) => ({ aggregate: podcastAggregate, key: podcastId, routingId: podcastId });

/** Hidden at once from every read; its words and bytes go later. */
export const removePodcast: CommandDefinition<RemovePodcast, { readonly podcastId: string }, typeof ContentRemoved> = {
  type: 'remove-podcast',

  plan: ({ podcastId }) => ({ aggregates: { [podcastAggregate.name]: [podcastId] } }),

  decide({ podcastId, removalId, accountId, isAmbassador }, view) {
    const podcast = view.state(podcastAggregate, podcastId);
    if (!podcast || podcast.removalId !== null) throw new Refusal('not_found');
    const isOwner = podcast.ownerId === accountId;
    if (!isOwner && !isAmbassador) throw new Refusal('forbidden', 'Only its author may delete an episode');
    const cause: RemovalCause = isOwner ? 'author' : 'ambassador';
    return {
      events: [newEvent(ContentRemoved, { ...removalOf(podcastId, removalId, podcast), cause }, target(podcastId))],
      result: { podcastId },
    };
  },
};

export interface HidePodcast {
  readonly podcastId: string;
  readonly removalId: string;
  readonly cause: RemovalCause;
}

/** A removal of much at once (a wipe, an account's end) takes an episode along. What is gone already stays gone by its own removal. */
export const hidePodcast: CommandDefinition<HidePodcast, Record<string, never>, typeof ContentRemoved> = {
  type: 'hide-podcast',

  plan: ({ podcastId }) => ({ aggregates: { [podcastAggregate.name]: [podcastId] } }),

  decide({ podcastId, removalId, cause }, view) {
    const podcast = view.state(podcastAggregate, podcastId);
    if (!podcast || podcast.removalId !== null) return { events: [], result: {} };
    return {
      events: [newEvent(ContentRemoved, { ...removalOf(podcastId, removalId, podcast), cause }, target(podcastId))],
      result: {},
    };
  },
};

export interface ShowPodcast {
  readonly podcastId: string;
  readonly removalId: string;
}

/** Undoes exactly one removal, until the bytes are erased. */
export const showPodcast: CommandDefinition<ShowPodcast, Record<string, never>, typeof ContentRestored> = {
  type: 'show-podcast',

  plan: ({ podcastId }) => ({ aggregates: { [podcastAggregate.name]: [podcastId] } }),

  decide({ podcastId, removalId }, view) {
    const podcast = view.state(podcastAggregate, podcastId);
    if (!podcast || podcast.removalId !== removalId || podcast.isErased) return { events: [], result: {} };
    return {
      events: [newEvent(ContentRestored, removalOf(podcastId, removalId, podcast), target(podcastId))],
      result: {},
    };
  },
};
