import {
  ContentRemoved,
  PodcastAnswerMarked,
  PodcastEdited,
  PodcastPublished,
  PodcastTranscriptSet,
} from '@hearsay/contracts';
import { eventsOf, insertRows, type ReadModel, updateRows, upsertRows } from '@hearsay/event-store';
import { raiseNewestPostTimes } from '../feeds/newest-posts.js';
import { type PodcastDefinition, podcastEvents } from './podcast.decider.js';

const notRemoved = { removalId: null, removedAt: null };

export const podcastRows: ReadModel<PodcastDefinition> = {
  name: 'content.podcasts',
  events: podcastEvents,
  tables: ['podcasts', 'newest_podcasts', 'episode_answers'],
  async apply(tx, events) {
    const published = eventsOf(events, PodcastPublished);
    const rows = published.map(({ version, data, meta }) => {
      const { podcastId, owner, titleTextId, descriptionTextId, mediaKey, mediaType, duration } = data;
      const row = { id: podcastId, version, ownerId: owner.accountId, titleTextId, descriptionTextId };
      return { ...row, mediaKey, mediaType, duration, createdAt: meta.occurredAt };
    });
    await insertRows(tx, 'podcasts', rows);
    const newest = published.map(({ data, meta }) => ({ accountId: data.owner.accountId, at: meta.occurredAt }));
    await raiseNewestPostTimes(tx, 'newest_podcasts', newest);
    const answers = eventsOf(events, PodcastAnswerMarked).map(
      ({ data: { podcastId, questionId, at, revision }, meta }) => {
        return { podcastId, questionId, at, revision, markedAt: meta.occurredAt };
      },
    );
    await upsertRows(tx, { table: 'episode_answers', key: ['podcastId', 'questionId'], order: 'revision' }, answers);
    // Applies events one by one, because a batch may edit and remove the same episode. These events are rare.
    for (const { type, data, meta, version } of events) {
      if (type === PodcastEdited.type) {
        const { podcastId: id, titleTextId, descriptionTextId } = data;
        await updateRows(tx, 'podcasts', 'id', [{ id, titleTextId, descriptionTextId, isEdited: true, version }]);
      } else if (type === PodcastTranscriptSet.type) {
        const { podcastId: id, transcriptKey } = data;
        await updateRows(tx, 'podcasts', 'id', [{ id, transcriptKey, version }]);
      } else if (type === PodcastAnswerMarked.type) {
        await updateRows(tx, 'podcasts', 'id', [{ id: data.podcastId, version }]);
      } else if (type !== PodcastPublished.type && data.contentType === 'podcast') {
        const { contentId: id, revision: removalRevision } = data;
        const isRemoved = type === ContentRemoved.type;
        const removed = isRemoved ? { removalId: data.removalId, removedAt: meta.occurredAt } : notRemoved;
        await updateRows(tx, 'podcasts', 'id', [{ id, ...removed, removalRevision, version }]);
      }
    }
  },
};
