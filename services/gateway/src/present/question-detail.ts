import type { QuestionDetail, QuestionView, ReplyView } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { presentDiscussion } from './discussion.js';
import { presentQuestion } from './question.js';

/** A question's page: the question and its newest messages, oldest first. */
export const presentQuestionDetail = (view: QuestionView, replies: readonly ReplyView[], cards: Cards, counts: Counts): QuestionDetail => {
  const question = presentQuestion(view, cards, counts);
  return {
    ...question,
    discussions: replies.map((reply) => presentDiscussion(reply, cards, counts, { revealCount: question.revealCount })),
    pinnedReply: null,
  };
};
