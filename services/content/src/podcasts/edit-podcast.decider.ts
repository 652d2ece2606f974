import { PodcastEdited, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { podcastAggregate } from './podcast.aggregates.js';

/** A text that is absent stays as it is; a null description takes the old one away. */
export interface EditPodcast {
  readonly podcastId: string;
  readonly accountId: string;
  readonly title?: { readonly id: string; readonly words: string };
  readonly description?: { readonly id: string; readonly words: string } | null;
}

/** Its author may change the words of an episode as long as it is there. */
export const editPodcast: CommandDefinition<EditPodcast, { readonly podcastId: string }, typeof PodcastEdited> = {
  type: 'edit-podcast',

  plan: ({ podcastId }) => ({ aggregates: { [podcastAggregate.name]: [podcastId] } }),

  decide({ podcastId, accountId, title, description }, view) {
    const podcast = view.state(podcastAggregate, podcastId);
    if (!podcast || podcast.removalId !== null) throw new Refusal('not_found');
    if (podcast.ownerId !== accountId) throw new Refusal('forbidden', 'Only its author may edit an episode');
    const result = { podcastId };
    const hasChange =
      title !== undefined ||
      (description !== undefined && (description !== null || podcast.descriptionTextId !== null));
    if (!hasChange) return { events: [], result };
    const titleTextId = title?.id ?? podcast.titleTextId;
    const descriptionTextId = description === undefined ? podcast.descriptionTextId : (description?.id ?? null);
    const replaced = [
      ...(titleTextId === podcast.titleTextId ? [] : [podcast.titleTextId]),
      ...(podcast.descriptionTextId === null || descriptionTextId === podcast.descriptionTextId
        ? []
        : [podcast.descriptionTextId]),
    ];
    return {
      events: [
        newEvent(
          PodcastEdited,
          { podcastId, titleTextId, descriptionTextId },
          { aggregate: podcastAggregate, key: podcastId, routingId: podcastId },
        ),
      ],
      rows: {
        texts: [...(title ? [title] : []), ...(description ? [description] : [])],
        erasedTexts: replaced.map((id) => ({ id })),
      },
      result,
    };
  },
};
