import type { CommandDefinition } from '@hearsay/event-store';
import { latchReveal } from '../questions/latch-reveal.decider.js';
import { type Counts, lowerThreshold } from '../questions/lower-threshold.js';
import { isLocked, questionAggregate, roomMessage } from '../questions/question.aggregates.js';
import { removeContent } from '../removals/remove-content.decider.js';
import type { RuleHolds } from '../word-rules/word-rules.js';

export interface EndLock {
  readonly questionId: string;
  readonly removalId: string;
  /** Counts that were read after the end of the lock. A boost that they do not include came too late. */
  readonly counts: Counts;
  /** Ids of the target's word rules that hold the question once it is open. Null if the question is not pending. */
  readonly heldBy: readonly string[] | null;
}

const byAsker = { isAuthor: true, isAsker: true, isTarget: false, isAmbassador: false };

/** Ends the lock of a question. A repeat changes nothing, because the question is then open or removed. */
export const endLock: CommandDefinition<EndLock, unknown> = {
  type: 'end-lock',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, removalId, counts, heldBy }, view, context) {
    const { now } = context;
    const question = view.state(questionAggregate, questionId);
    if (!question || question.removalId !== null || !isLocked(question)) return { events: [], result: {} };
    if (question.lockUntil === null || question.lockUntil > now) return { events: [], result: {} };
    // A boost has reached the threshold, but the reveal is not latched yet.
    if (question.threshold <= counts.peak)
      return latchReveal.decide({ questionId, boostPeak: counts.peak }, view, context);
    switch (question.ifNotReached) {
      case 'stay':
        return { events: [], result: {} };
      case 'delete':
        return removeContent.decide(
          { contentType: 'question', contentId: questionId, questionId, removalId, by: byAsker },
          view,
          context,
        );
      case 'open': {
        const { events, entries } = lowerThreshold({ questionId, question, threshold: 0, counts, now });
        return {
          events,
          rows: { ...(heldBy && { holds: [{ questionId, ruleIds: heldBy, heldAt: now } satisfies RuleHolds] }) },
          live: [roomMessage(questionId, question.replyCount, entries)],
          result: {},
        };
      }
    }
  },
};
