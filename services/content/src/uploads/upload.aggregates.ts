import { PodcastPublished } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadUploads, type Upload } from './upload.sql.js';

/** Key: upload id; null while there is no such upload. It is a row without a stream: an episode uses it up. */
export const uploadAggregate: AggregateDefinition<Upload | null, typeof PodcastPublished> = {
  name: 'upload',
  events: [PodcastPublished],
  evolve: (upload) => upload && { ...upload, isUsed: true },
  load: loadUploads,
  sendsAtOnce: true,
};
