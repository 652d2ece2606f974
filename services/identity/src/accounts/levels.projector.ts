import { LevelChanged } from '@hearsay/contracts';
import { newestFacts } from '@hearsay/service-runtime';

/** Everybody's level as gamification has it; whoever is missing is still at level 1. */
export const levelsProjector = newestFacts({
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  table: 'account_levels',
  key: ['account_id'],
  order: 'revision',
  rowOf: ({ data: { accountId, level, revision } }) => ({ account_id: accountId, level, revision }),
});
