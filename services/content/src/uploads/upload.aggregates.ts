import { PodcastPublished } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadUploads, type Upload } from './upload.sql.js';

/** Key: upload id. Null if it does not exist. A row without a stream, which an episode uses up. */
export const uploadAggregate: AggregateDefinition<Upload | null, typeof PodcastPublished> = {
  name: 'upload',
  events: [PodcastPublished],
  evolve: (upload) => upload && { ...upload, isUsed: true },
  load: loadUploads,
  sendsAtOnce: true,
};
