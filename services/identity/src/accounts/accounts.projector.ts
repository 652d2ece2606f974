import { LevelChanged, PodcastPublished } from '@hearsay/contracts';
import { upsertProjector } from '@hearsay/service-runtime';

export const levelsProjector = upsertProjector({
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  rows: [
    {
      table: 'account_levels',
      key: ['accountId'],
      order: 'revision',
      rowOf: ({ data: { accountId, level, revision } }) => ({ accountId, level, revision }),
    },
  ],
});

/** The first episode makes its author a creator for ever, even if the episode is removed. */
export const creatorsProjector = upsertProjector({
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
