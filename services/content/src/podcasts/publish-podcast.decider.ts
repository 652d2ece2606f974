import { type Owner, type PodcastMediaType, PodcastPublished, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { uploadAggregate } from '../uploads/upload.aggregates.js';
import { podcastAggregate } from './podcast.aggregates.js';

export interface PublishPodcast {
  readonly podcastId: string;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly mediaType: PodcastMediaType;
  readonly uploadId: string;
  readonly owner: Owner;
  /** What was found in the bytes; null where the upload is used already, so that only a repeat of the same call can succeed. */
  readonly media: {
    readonly key: string;
    readonly contentType: string;
    readonly bytes: number;
    readonly duration: number | null;
    readonly waveform: readonly number[] | null;
  } | null;
}

/** An episode takes the bytes of an upload of its author's, which serves once. */
export const publishPodcast: CommandDefinition<
  PublishPodcast,
  { readonly podcastId: string },
  typeof PodcastPublished
> = {
  type: 'publish-podcast',

  plan: ({ podcastId, uploadId }) => ({
    aggregates: { [uploadAggregate.name]: [uploadId], [podcastAggregate.name]: [podcastId] },
  }),

  decide(input, view, { now }) {
    const { podcastId, titleTextId, descriptionTextId, title, description, mediaType, uploadId, owner, media } = input;
    const upload = view.state(uploadAggregate, uploadId);
    if (!upload || upload.ownerId !== owner.accountId) throw new Refusal('not_found');
    if (upload.isUsed || !media) throw new Refusal('conflict', 'This upload has been used already');
    const texts = [{ id: titleTextId, words: title }];
    if (descriptionTextId !== null && description !== null) texts.push({ id: descriptionTextId, words: description });
    const { duration, ...bytes } = media;
    return {
      events: [
        newEvent(
          PodcastPublished,
          { podcastId, titleTextId, descriptionTextId, owner, mediaType, mediaKey: media.key, duration },
          {
            aggregate: podcastAggregate,
            key: podcastId,
            touches: [{ aggregate: uploadAggregate, key: uploadId }],
            routingId: podcastId,
          },
        ),
      ],
      rows: { texts, media: [bytes], usedUploads: [{ id: uploadId, at: now }] },
      result: { podcastId },
    };
  },
};
