import { type engagementRpc, type RpcOutput, type RpcParsed, ThresholdApplied } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { counterAggregate } from '../counters/counter.aggregates.js';

/**
 * Records a lowered threshold of a question. Content's call and the reactor may arrive in any order, so the lowest
 * threshold wins. The returned peak includes all boosts so far. Each later boost is compared with this threshold.
 */
export const applyThreshold: CommandDefinition<
  RpcParsed<typeof engagementRpc.applyThreshold>,
  RpcOutput<typeof engagementRpc.applyThreshold>,
  typeof ThresholdApplied
> = {
  type: 'apply-threshold',

  plan: ({ questionId }) => ({ aggregates: { [counterAggregate.name]: [questionId] } }),

  decide({ questionId, threshold }, view) {
    const { boosts, peak: boostPeak, revision: known, loweredTo } = view.state(counterAggregate, questionId);
    if (loweredTo !== null && loweredTo <= threshold) return { events: [], result: { boostPeak, revision: known } };
    const revision = known + 1;
    const question = { contentType: 'question' as const, contentId: questionId, questionId };
    const data = { ...question, threshold, boostCount: boosts, boostPeak, revision };
    return {
      events: [
        newEvent(
          ThresholdApplied,
          { ...data, hasReachedThreshold: threshold <= boostPeak },
          { aggregate: counterAggregate, key: questionId },
        ),
      ],
      result: { boostPeak, revision },
    };
  },
};
