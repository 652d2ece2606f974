import { rowsInserter, rowsWriter } from '@hearsay/service-runtime';

interface Erasure {
  readonly contentType: string;
  readonly contentId: string;
  readonly removalId: string;
  readonly dueAt: string;
}

/** When the words of removed content are due to go. */
export const writeErasures = rowsInserter<Erasure>('erasures', {
  contentType: 'text',
  contentId: 'uuid',
  removalId: 'uuid',
  dueAt: 'timestamptz',
});

/** What has come back keeps its words. */
export const strikeErasures = rowsWriter<Pick<Erasure, 'contentId' | 'removalId'>>(
  { contentId: 'uuid', removalId: 'uuid' },
  (given) => `delete from erasures using ${given}
    where erasures.content_id = given.content_id and erasures.removal_id = given.removal_id`,
);
