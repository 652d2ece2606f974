import { type LiveCounts, liveSubjects } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import type { Counter } from './counter.states.js';

interface Counted {
  readonly contentType: string;
  readonly questionId: string;
}

/** What gateways that watch a question hear of its counters; nobody watches anything else. */
export const liveCounts = ({ contentType, questionId }: Counted, after: Counter): LiveMessage[] => {
  if (contentType !== 'question') return [];
  const data: LiveCounts = {
    questionId,
    revision: after.revision,
    boostCount: after.boosts,
    repostCount: after.reposts,
  };
  return [{ subject: liveSubjects.counts(questionId), data, itemKey: questionId }];
};
