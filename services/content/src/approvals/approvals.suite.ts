import { contentRpc } from '@hearsay/contracts';
import { expect } from '@jest/globals';
import type { Conversation } from '../content.suite.js';

export const approvalsBy = (target: string, talk: () => Conversation) => {
  const service = () => talk().service;
  return {
    pendingOf: async (as: string | null, before: string | null = null) =>
      (await service().call(contentRpc.pendingQuestions, { before }, as)).questions,
    approve: (questionId: string, as: string | null = target) =>
      service().call(contentRpc.approveQuestion, { questionId }, as),
    ignore: (questionId: string, as: string | null = target) =>
      service().call(contentRpc.ignoreQuestion, { questionId }, as),
    ignoreAllOf: (askerId: string, context: object = {}, as: string | null = target) =>
      service().call(contentRpc.ignoreQuestionsOf, { askerId }, as, context),
    answer: (questionId: string, boostThreshold = 1, as: string | null = target, context: object = {}) =>
      service().call(contentRpc.approveWithReply, { questionId, content: 'my answer', boostThreshold }, as, context),

    isSeen: async (questionId: string, viewer: string | null) => {
      const reads = await Promise.allSettled([
        talk().page(questionId, viewer),
        service().call(contentRpc.repliesBefore, { questionId, before: 9, limit: 9 }, viewer),
        service().call(contentRpc.roomEntries, { questionId, after: 0 }, viewer),
        service().call(contentRpc.ownOnPage, { questionId }, viewer),
      ]);
      const { location } = await service().call(contentRpc.locate, { id: questionId }, viewer);
      const { titles } = await service().call(contentRpc.titles, { questionIds: [questionId] }, viewer);
      const seen = new Set([
        ...reads.map(({ status }) => status === 'fulfilled'),
        location !== null,
        titles.length === 1,
      ]);
      expect(seen.size).toBe(1);
      return seen.has(true);
    },
  };
};
