import { LevelChanged } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

export const levelsProjector = rowsProjector({
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
