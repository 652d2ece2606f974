import { type ContentRemoved, type ContentRestored, type QuestionWithheld, Refusal } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import { questionAggregate } from '../questions/question.aggregates.js';
import { removeContent } from '../removals/remove-content.decider.js';

interface WithdrawAsk {
  readonly questionId: string;
  readonly removalId: string;
}

const guest = { isAuthor: true, isAsker: true, isTarget: false, isAmbassador: false };

/**
 * Removes a guest's own ask. Ignored and withheld asks look pending to the guest, so they are removed in the same way.
 */
export const withdrawAsk: CommandDefinition<
  WithdrawAsk,
  Record<string, never>,
  typeof ContentRemoved | typeof ContentRestored | typeof QuestionWithheld
> = {
  type: 'withdraw-ask',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, removalId }, view, context) {
    const question = view.state(questionAggregate, questionId);
    if (question?.removalId === null && question.approval === 'open')
      throw new Refusal('conflict', 'This question is answered already');
    const removal = { contentType: 'question', contentId: questionId, questionId, removalId, by: guest } as const;
    return removeContent.decide(removal, view, context);
  },
};
