import { contentRpc } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { QuestionParts } from '../questions/question.handlers.js';
import { withdrawAsk } from './withdraw-ask.decider.js';

export const receiptHandlers = ({ pipeline, receipts }: QuestionParts) =>
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
