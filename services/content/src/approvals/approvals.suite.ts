import { contentRpc } from '@hearsay/contracts';
import { expect } from '@jest/globals';
import type { ContentUnderTest } from '../content.suite.js';

export const approvalCallsBy = (target: string, content: ContentUnderTest) => ({
  pendingOf: async (as: string | null, before: string | null = null) =>
    (await content.call(contentRpc.pendingQuestions, { before }, as)).questions,
  approve: (questionId: string) => content.call(contentRpc.approveQuestion, { questionId }, target),
  ignore: (questionId: string) => content.call(contentRpc.ignoreQuestion, { questionId }, target),
  ignoreAllOf: (askerId: string, as: string | null = target) =>
    content.call(contentRpc.ignoreQuestionsOf, { askerId }, as),
  answer: (questionId: string, boostThreshold = 1, as: string | null = target, context: object = {}) =>
    content.call(contentRpc.approveWithReply, { questionId, content: 'my answer', boostThreshold }, as, context),

  isSeen: async (questionId: string, viewer: string | null) => {
    const reads = await Promise.allSettled([
      content.page(questionId, viewer),
      content.call(contentRpc.repliesBefore, { questionId, before: 9, limit: 9 }, viewer),
      content.entries(questionId, viewer),
      content.call(contentRpc.ownOnPage, { questionId }, viewer),
    ]);
    const { location } = await content.call(contentRpc.locate, { id: questionId }, viewer);
    const { titles } = await content.call(contentRpc.titles, { questionIds: [questionId] }, viewer);
    const seen = new Set(reads.map(({ status }) => status === 'fulfilled'));
    seen.add(location !== null).add(titles.length === 1);
    expect(seen.size).toBe(1);
    return seen.has(true);
  },
});
