import { contentRpc } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { Receipts } from './receipts.js';
import { withdrawAsk } from './withdraw-ask.decider.js';

export const receiptHandlers = (pipeline: CommandPipeline, receipts: Receipts) =>
  handlersOf(contentRpc, {
    async askState({ receiptHash }) {
      const { state, questionId } = await receipts.questionOf(receiptHash);
      return { state, questionId: state === 'answered' ? questionId : null };
    },

    async withdrawAsk(input, context) {
      const lookUp = async () => {
        const { questionId } = await receipts.questionOf(input.receiptHash);
        return { questionId, removalId: uuidv7() };
      };
      return executeAfterLookUp(pipeline, withdrawAsk, lookUp, commandContext(context, input));
    },
  });
