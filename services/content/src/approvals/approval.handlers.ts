import { type CallContext, contentRpc, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, queryContext, uuidv7 } from '@hearsay/service-runtime';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { countsOf } from '../questions/counts.js';
import { latchReveal } from '../questions/latch-reveal.decider.js';
import { mustNotBeBlocked, type QuestionParts } from '../questions/question.handlers.js';
import { approveQuestion, approveWithReply, ignoreQuestion, ignoreQuestionsOf } from './approve.decider.js';

const ignoreBatchSize = 500;

export const approvalHandlers = ({ pipeline, questions, authorship, wordRules, rpc }: QuestionParts) => {
  const askedOf = async (questionId: string, context: CallContext) => {
    const accountId = actorOf(context);
    const question = await questions.questionOwner(questionId);
    if (!question) throw new Refusal('not_found');
    return { questionId, accountId, isAuthor: await authorship.isOwner(question.owner, accountId) };
  };

  /**
   * Refuses the question's target if the asker blocks them. For any other caller, this refusal would reveal that the
   * pending question exists.
   */
  const mustNotBeBlockedByAsker = async (questionId: string, context: CallContext): Promise<void> => {
    const question = await questions.questionOwner(questionId);
    if (question?.targetId === context.accountId) await mustNotBeBlocked(rpc, question.owner.accountId, context);
  };

  /** Earlier boosts may already reach the threshold of the new reply. The result must then show the open text. */
  const latchReachedThreshold = async (questionId: string, context: CallContext): Promise<void> => {
    const boostPeak = (await countsOf(rpc, [questionId], context)).get(questionId)?.peak ?? 0;
    if (boostPeak === 0) return;
    const dated = { ...queryContext(context), ...(context.now !== undefined && { now: context.now }) };
    await pipeline.execute(latchReveal, { questionId, boostPeak }, commandContext(dated));
  };

  return handlersOf(contentRpc, {
    async approveQuestion(input, context) {
      const asked = await askedOf(input.questionId, context);
      await pipeline.execute(refuseIfDeleted(approveQuestion), asked, commandContext(context, input));
      return { question: await questions.question(input.questionId, asked.accountId) };
    },

    async approveWithReply({ isBlocked, ...input }, context) {
      const asked = await askedOf(input.questionId, context);
      const lookUp = async () => {
        if (isBlocked) await mustNotBeBlockedByAsker(input.questionId, context);
        return { ...input, ...asked, replyId: idForCall(context), textId: uuidv7() };
      };
      const open = () => latchReachedThreshold(input.questionId, context);
      const approving = executeAfterLookUp(
        pipeline,
        refuseIfDeleted(approveWithReply),
        lookUp,
        commandContext(context, input),
      );
      const { replyId } = await approving.catch(async (error: unknown) => {
        // An earlier call may have died between its commit and the reveal.
        // A repeat without a key then gets `conflict`, but it still latches the reached threshold.
        if (error instanceof Refusal && error.code === 'conflict') await open();
        throw error;
      });
      await open();
      return questions.replyWithTitle(replyId, asked.accountId);
    },

    async ignoreQuestion(input, context) {
      const asked = await askedOf(input.questionId, context);
      return pipeline.execute(refuseIfDeleted(ignoreQuestion), asked, commandContext(context, input));
    },

    /**
     * Ignores in batches, so that no transaction locks years of questions. Only the first batch stores its result under
     * the idempotency key.
     */
    async ignoreQuestionsOf(input, context) {
      const targetId = actorOf(context);
      const { idempotencyKey: _, ...unkeyed } = commandContext(context, input);
      const command = refuseIfDeleted(ignoreQuestionsOf);
      for (let ignored = 0, of = commandContext(context, input); ; of = unkeyed) {
        const questionIds = await questions.pendingOf(targetId, input.askerId, ignoreBatchSize);
        ignored += (await pipeline.execute(command, { questionIds, targetId }, of)).ignored;
        if (questionIds.length < ignoreBatchSize) return { ignored };
      }
    },

    async pendingQuestions({ before, isFiltered }, context) {
      const found = await questions.pending(actorOf(context), before, isFiltered);
      const filteredBy = await wordRules.filteredBy(isFiltered ? found.map(({ id }) => id) : []);
      return { questions: found.map((question) => ({ ...question, filteredBy: filteredBy.get(question.id) ?? null })) };
    },
  });
};
