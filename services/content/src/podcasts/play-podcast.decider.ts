import { Refusal } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import { podcastAggregate } from './podcast.aggregates.js';

export interface PlayPodcast {
  readonly podcastId: string;
  readonly accountId: string;
}

/**
 * A play is a row and no event: it earns nothing, and who listened to what is kept for no longer than it counts. Whether it counts is
 * decided where the row is written.
 */
export const playPodcast: CommandDefinition<PlayPodcast, { readonly podcastId: string }> = {
  type: 'play-podcast',

  plan: ({ podcastId }) => ({ aggregates: { [podcastAggregate.name]: [podcastId] } }),

  decide({ podcastId, accountId }, view, { now }) {
    const podcast = view.state(podcastAggregate, podcastId);
    if (!podcast || podcast.removalId !== null) throw new Refusal('not_found');
    return { events: [], rows: { plays: [{ podcastId, accountId, at: now }] }, result: { podcastId } };
  },
};
