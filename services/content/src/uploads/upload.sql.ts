import { PodcastPublished, type UploadPurpose } from '@hearsay/contracts';
import { type AggregateDefinition, type RowWriter, rowLoader, updateRows } from '@hearsay/event-store';

interface Upload {
  readonly ownerId: string;
  readonly purpose: UploadPurpose;
  readonly isUsed: boolean;
}

/** A row without a stream, which an episode uses up. Null if it does not exist. */
export const uploadAggregate: AggregateDefinition<Upload | null, typeof PodcastPublished> = {
  name: 'upload',
  events: [PodcastPublished],
  evolve: (upload) => upload && { ...upload, isUsed: true },
  load: rowLoader<Upload>(
    'lock-uploads',
    `select id as key, 0 as version, owner_id as "ownerId", purpose, used_at is not null as "isUsed"
     from uploads where id = any($1) order by id for update`,
    null,
  ),
  sendsAtOnce: true,
};

export const writeUsedUploads: RowWriter = (tx, rows) => updateRows(tx, 'uploads', 'id', rows);
