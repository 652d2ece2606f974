import { PodcastPublished } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** Whose first episode is out is a creator from then on, whatever becomes of the episode. */
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
