import {
  Boosted,
  type ContentTarget,
  type EventOf,
  type LiveCounts,
  liveSubjects,
  Reposted,
  RepostRemoved,
  RepostRestored,
  ThresholdApplied,
  Unboosted,
} from '@hearsay/contracts';
import { type LiveMessage, rowAggregate } from '@hearsay/event-store';
import { type Counter, loadCounters } from './counter.sql.js';

export const counterEvents = [Boosted, Unboosted, Reposted, RepostRemoved, RepostRestored, ThresholdApplied] as const;
export type CounterEventDefinition = (typeof counterEvents)[number];

const evolve = (counter: Counter, event: EventOf<CounterEventDefinition>): Counter => {
  if (event.type === Boosted.type || event.type === Unboosted.type)
    return { ...counter, boosts: event.data.boostCount, peak: event.data.boostPeak, revision: event.data.revision };
  return event.type === ThresholdApplied.type
    ? { ...counter, loweredTo: event.data.threshold, revision: event.data.revision }
    : { ...counter, reposts: event.data.repostCount, revision: event.data.revision };
};

export const counterAggregate = rowAggregate('counter', counterEvents, loadCounters, evolve);

/** The push of a question's new counts. Empty for replies and episodes. */
export const liveCountsMessages = (
  { contentType, questionId }: Pick<ContentTarget, 'contentType' | 'questionId'>,
  { revision, boosts, reposts }: Counter,
): LiveMessage[] => {
  if (contentType !== 'question') return [];
  const data: LiveCounts = { questionId, revision, boostCount: boosts, repostCount: reposts };
  return [{ subject: liveSubjects.counts(questionId), data, itemKey: questionId }];
};
