import { PodcastPublished } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** A first episode makes a creator. Its removal does not change that. */
export const creatorsProjector = rowsProjector({
  name: 'creators',
  source: 'content',
  events: [PodcastPublished],
  rows: [
    {
      table: 'creators',
      key: ['accountId'],
      rowOf: ({ data: { owner } }) => owner.accountId !== null && { accountId: owner.accountId },
    },
  ],
});
