import type { QuestionDetail, QuestionView, ReplyView } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { presentDiscussion } from './discussion.js';
import { presentQuestion } from './question.js';

/** What a question's page is made of. */
export interface DetailViews {
  readonly question: QuestionView;
  /** Oldest first. */
  readonly replies: readonly ReplyView[];
  readonly pinnedReply: ReplyView | null;
}

/** A question's page: the question, its newest messages and the one pinned above them. */
export const presentQuestionDetail = (views: DetailViews, cards: Cards, counts: Counts): QuestionDetail => {
  const question = presentQuestion(views.question, cards, counts);
  const present = (reply: ReplyView) => presentDiscussion(reply, cards, counts, { revealCount: question.revealCount });
  return {
    ...question,
    discussions: views.replies.map(present),
    pinnedReply: views.pinnedReply && present(views.pinnedReply),
  };
};
