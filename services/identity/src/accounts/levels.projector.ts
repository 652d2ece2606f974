import { LevelChanged } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

/** Everybody's level as gamification has it; whoever is missing is still at level 1. */
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
