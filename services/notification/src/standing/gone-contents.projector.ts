import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

export const goneContentsProjector = rowsProjector({
  name: 'gone-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored],
  rows: [
    {
      table: 'gone_contents',
      key: ['contentId'],
      order: 'revision',
      rowOf: ({ type, data: { contentId, revision } }) => ({
        contentId,
        revision,
        isGone: type === ContentRemoved.type,
      }),
    },
  ],
});
