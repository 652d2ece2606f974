import { PodcastPublished, PodcastTranscriptSet } from '@hearsay/contracts';
import { type RowWriter, rowAggregate, rowLoader, updateRows } from '@hearsay/event-store';

interface Upload {
  readonly ownerId: string;
  readonly isUsed: boolean;
}

/** An upload is a row without a stream. An event marks it as used. Null if the upload does not exist. */
export const uploadAggregate = rowAggregate(
  'upload',
  [PodcastPublished, PodcastTranscriptSet],
  rowLoader<Upload>(
    'lock-uploads',
    `select id as key, 0 as version, owner_id as "ownerId", used_at is not null as "isUsed"
     from uploads where id = any($1) order by id for update`,
    null,
  ),
  (upload) => upload && { ...upload, isUsed: true },
);

export const writeUsedUploads: RowWriter = (tx, rows) => updateRows(tx, 'uploads', 'id', rows);
