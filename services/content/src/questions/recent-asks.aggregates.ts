import { QuestionAsked } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadRecentAsks } from './recent-asks.loads.js';
import type { RecentAsks } from './recent-asks.states.js';

/** Key: `recentAsksKey`. The lock of the asker's standing guards it, so no two asks of one person are counted at once. */
export const recentAsksAggregate: AggregateDefinition<RecentAsks, typeof QuestionAsked> = {
  name: 'recent-asks',
  events: [QuestionAsked],
  evolve: ({ count, oldestAt }) => ({ count: count + 1, oldestAt }),
  load: loadRecentAsks,
  sendsAtOnce: true,
};
