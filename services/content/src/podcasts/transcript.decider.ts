import { PodcastTranscriptSet, Refusal } from '@hearsay/contracts';
import { type BatchView, type CommandDefinition, newEvent } from '@hearsay/event-store';
import { uploadAggregate } from '../uploads/upload.sql.js';
import { type Act, existingPodcast, planOf, podcastAggregate, target } from './podcast.decider.js';
import type { TranscriptPart } from './transcript-parts.js';

const own = (view: BatchView, { podcastId, accountId }: Act) => {
  const podcast = existingPodcast(view, podcastId);
  if (podcast.ownerId !== accountId) throw new Refusal('forbidden', 'Only its author may change a transcript');
  return podcast;
};

const erased = (transcriptKey: string | null, erasedAt: string) =>
  transcriptKey === null ? [] : [{ key: transcriptKey, erasedAt }];

export interface SetTranscript extends Act {
  readonly uploadId: string;
  /** Null if the upload is used or no longer exists. Only a repeat of the call that used it may name it. */
  readonly bytes: { readonly key: string; readonly contentType: string; readonly bytes: number } | null;
  readonly parts: readonly TranscriptPart[];
}

export const setTranscript: CommandDefinition<SetTranscript, Record<string, never>, typeof PodcastTranscriptSet> = {
  type: 'set-podcast-transcript',

  plan: ({ podcastId, uploadId }) => ({
    aggregates: { [uploadAggregate.name]: [uploadId], [podcastAggregate.name]: [podcastId] },
  }),

  decide({ podcastId, uploadId, bytes, parts, accountId }, view, { now }) {
    const { transcriptKey } = own(view, { podcastId, accountId });
    const upload = view.state(uploadAggregate, uploadId);
    if (!upload || upload.ownerId !== accountId) throw new Refusal('not_found');
    if (upload.isUsed || !bytes) throw new Refusal('conflict', 'This upload has been used already');
    const to = { ...target(podcastId), touches: [{ aggregate: uploadAggregate, key: uploadId }] };
    return {
      events: [newEvent(PodcastTranscriptSet, { podcastId, transcriptKey: bytes.key }, to)],
      rows: {
        media: [bytes],
        usedUploads: [{ id: uploadId, usedAt: now }],
        erasedMedia: erased(transcriptKey, now),
        transcriptParts: parts.map((part) => ({ transcriptKey: bytes.key, ...part })),
      },
      result: {},
    };
  },
};

export const removeTranscript: CommandDefinition<Act, Record<string, never>, typeof PodcastTranscriptSet> = {
  type: 'remove-podcast-transcript',

  plan: planOf,

  decide(act, view, { now }) {
    const { transcriptKey } = own(view, act);
    if (transcriptKey === null) return { events: [], result: {} };
    const { podcastId } = act;
    return {
      events: [newEvent(PodcastTranscriptSet, { podcastId, transcriptKey: null }, target(podcastId))],
      rows: { erasedMedia: erased(transcriptKey, now) },
      result: {},
    };
  },
};
