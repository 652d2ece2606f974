import {
  type CallContext,
  contentRpc,
  engagementRpc,
  identityRpc,
  type Owner,
  type QuestionView,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf, type RpcClient } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, queryContext } from '@hearsay/service-runtime';
import type { Authorship } from '../authors/authorship.js';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { fittingViews, newText, wordsOf } from '../texts.js';
import type { WordRules } from '../word-rules/word-rules.js';
import type { ContentTargetQueries } from './content-target.queries.js';
import { countsOf, noCounts } from './counts.js';
import { type EditQuestion, editQuestion } from './edit-question.decider.js';
import { latchReveal } from './latch-reveal.decider.js';
import type { OwnQueries } from './own.queries.js';
import { recentAsksKey } from './question.aggregates.js';
import { type AskQuestion, askQuestion } from './question.decider.js';
import type { QuestionQueries } from './question.queries.js';

const guest: Owner = { accountId: null, sealed: null };

interface AskReceipts {
  /** Returns a function from a question id to its receipt. A repeated call with the same key gets the same receipt. */
  forCall: (context: CallContext) => (questionId: string) => { readonly code: string; readonly hash: string };
}

/** Dependencies of the handlers of questions, replies, approvals and removals. */
export interface QuestionParts {
  readonly pipeline: CommandPipeline;
  readonly questions: QuestionQueries;
  readonly own: OwnQueries;
  readonly marks: { isWatching(questionId: string, accountId: string | null): Promise<boolean> };
  readonly targets: ContentTargetQueries;
  readonly authorship: Authorship;
  readonly receipts: AskReceipts;
  readonly wordRules: WordRules;
  readonly rpc: RpcClient;
}

/** @throws Refusal `forbidden` if the author blocks the acting account. Never refuses for an anonymous (null) author */
export const mustNotBeBlocked = async (
  rpc: RpcClient,
  authorId: string | null,
  context: CallContext,
): Promise<void> => {
  if (authorId === null) return;
  const asked = { accountIds: [authorId] };
  const { blockerIds } = await rpc.call(identityRpc.blockersAmong, asked, queryContext(context));
  if (blockerIds.length > 0) throw new Refusal('forbidden', 'You cannot reply to this question in your own name');
};

/**
 * The title, and the description unless it is locked. Word rules read only these. If a rule held an ask for a locked
 * description, the target could infer words of it.
 */
const openWords = (ask: Pick<QuestionView, 'title' | 'description' | 'replyBoostThreshold'>, boostPeak = 0) => ({
  title: ask.title,
  description: ask.replyBoostThreshold <= boostPeak ? ask.description : null,
});

export const questionHandlers = (parts: QuestionParts) => {
  const { pipeline, questions, own, marks, targets, authorship, receipts, wordRules, rpc } = parts;

  /**
   * @throws Refusal `invalid_input` if the target is the asker, `not_found` if the target is unknown, `not_accepting`
   * if the target does not accept this ask
   */
  const mustAccept = async (
    question: { readonly targetId: string; readonly askerId: string | null; readonly isAnonymous: boolean },
    context: CallContext,
  ): Promise<void> => {
    if (question.targetId === question.askerId) {
      const oneself = 'You cannot send a question to yourself';
      throw new Refusal('invalid_input', oneself, { fields: { targetUserId: oneself } });
    }
    const { mayAsk } = await rpc.call(identityRpc.mayAsk, question, queryContext(context));
    if (!mayAsk) throw new Refusal('not_accepting');
  };

  const heldAfter = async (
    targetId: string,
    { questionId, title, description, replyBoostThreshold }: RpcParsed<typeof contentRpc.editQuestion>,
    { author, boostPeak }: { readonly author: string; readonly boostPeak: number },
  ): Promise<string[]> => {
    const before = await questions.written(questionId, author);
    const after = {
      title: title ?? before.title,
      description: description === undefined ? before.description : description,
      replyBoostThreshold: replyBoostThreshold ?? before.replyBoostThreshold,
    };
    return wordRules.rulesHolding(targetId, openWords(after, boostPeak));
  };

  /**
   * After this call, engagement compares each new boost with the lowered threshold. Boosts between the decision and
   * this call may have reached the threshold unnoticed. Then this function latches the reveal.
   */
  const applyThreshold = async (questionId: string, threshold: number, context: CallContext): Promise<void> => {
    const unnamed = { ...queryContext(context), accountId: null };
    const { boostPeak, revision } = await rpc.call(engagementRpc.applyThreshold, { questionId, threshold }, unnamed);
    if (boostPeak < threshold) return;
    await pipeline.execute(latchReveal, { questionId, boostPeak, countsRevision: revision }, commandContext(unnamed));
  };

  return handlersOf(contentRpc, {
    async askQuestion(input, context) {
      const { targetId, isAnonymous } = input;
      const askerId = targetId !== null && isAnonymous ? context.accountId : actorOf(context);
      const receiptOf = receipts.forCall(context);
      const lookUp = async (): Promise<AskQuestion> => {
        const questionId = idForCall(context);
        if (targetId !== null) await mustAccept({ targetId, askerId, isAnonymous }, context);
        const owner = askerId === null ? guest : await authorship.ownerOf(askerId, isAnonymous);
        // Only operators set `now`, for example to seed asks of past years. Such asks do not count towards the limit.
        const isCounted = targetId !== null && askerId !== null && context.now === undefined;
        return {
          ...input,
          questionId,
          title: newText(input.title),
          description: newText(input.description),
          owner,
          recentAsksKey: isCounted
            ? recentAsksKey({ accountId: askerId, authorTag: await authorship.ensureTagOf(askerId), targetId })
            : null,
          receiptHash: askerId === null ? receiptOf(questionId).hash : null,
          heldBy: targetId === null ? [] : await wordRules.rulesHolding(targetId, openWords(input)),
        };
      };
      const ask = refuseIfDeleted(askQuestion);
      const { questionId } = await executeAfterLookUp(pipeline, ask, lookUp, commandContext(context, input));
      const question = await questions.written(questionId, askerId);
      return { question, ...(askerId === null && { receipt: receiptOf(questionId).code }) };
    },

    async editQuestion(input, context) {
      const { questionId, title, description, ...lock } = input;
      const actor = actorOf(context);
      const lookUp = async (): Promise<EditQuestion> => {
        const question = await questions.questionOwner(questionId);
        if (!question) throw new Refusal('not_found');
        const { owner, targetId } = question;
        const isAuthor = await authorship.isOwner(owner, actor);
        const counts = (isAuthor && (await countsOf(rpc, [questionId], context)).get(questionId)) || noCounts;
        return {
          questionId,
          isAuthor,
          isTarget: targetId === actor,
          counts,
          title: newText(title),
          description: newText(description),
          heldBy:
            isAuthor && targetId !== null
              ? await heldAfter(targetId, input, { author: actor, boostPeak: counts.peak })
              : null,
          ...lock,
        };
      };
      const payload = commandContext(context, { questionId, title, description, ...lock });
      const { loweredTo } = await executeAfterLookUp(pipeline, refuseIfDeleted(editQuestion), lookUp, payload);
      if (loweredTo !== undefined) await applyThreshold(questionId, loweredTo, context);
      return { question: await questions.written(questionId, actor) };
    },

    recentQuestion: async (input, { accountId }) => ({ question: await questions.recent(input.accountId, accountId) }),
    ownQuestionsPage: async ({ before }, context) => ({ questions: await questions.ownPage(actorOf(context), before) }),
    questionPage: ({ questionId, mutes }, { accountId }) => questions.page(questionId, accountId, mutes),

    async questionViews({ ids }) {
      const found = await questions.visitorsViews(ids);
      const { kept, to } = fittingViews(ids, found.questions, ({ id }) => id, wordsOf);
      return { questions: kept, to, isHiding: found.isHiding };
    },

    ownQuestionWords: async ({ ids }, { accountId }) => ({ questions: await own.questions(ids, accountId) }),
    async ownOnPage({ questionId }, { accountId }) {
      const [page, isWatching] = await Promise.all([
        own.ownWordsOnPage(questionId, accountId),
        marks.isWatching(questionId, accountId),
      ]);
      return { ...page, isWatching };
    },
    locate: async ({ id }, { accountId }) => ({ location: await questions.locate(id, accountId) }),
    titles: async ({ questionIds }, { accountId }) => ({ titles: await questions.titles(questionIds, accountId) }),
    contentTargets: ({ items }) => targets.contentTargets(items),
    visibleTargets: async ({ items }, context) => ({ targets: await targets.visibleTargets(items, actorOf(context)) }),
  });
};
