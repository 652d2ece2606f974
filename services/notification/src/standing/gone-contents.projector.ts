import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import { newestFacts } from '@hearsay/service-runtime';

/** Content that is removed now: whatever is about it is not shown. */
export const goneContentsProjector = newestFacts({
  name: 'gone-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored],
  table: 'gone_contents',
  key: ['content_id'],
  order: 'revision',
  rowOf: ({ type, data: { contentId, revision } }) => ({
    content_id: contentId,
    revision,
    is_gone: type === ContentRemoved.type,
  }),
});
