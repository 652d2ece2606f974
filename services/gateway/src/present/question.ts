import type { Question, QuestionView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';
import { type Counts, countOf, questionRef } from './cards-and-counts.js';
import { shownAuthor, shownWords } from './withheld.js';

/** A question as its viewer may see it: sealed authors and locked words stay out, whatever the view holds. */
export const presentQuestion = (view: QuestionView, cards: Cards, counts: Counts): Question => {
  const creatorId = shownAuthor(view, view.authorId);
  const creator = (creatorId && cards.get(creatorId)) || null;
  const { boostCount, repostCount } = countOf(counts, questionRef(view.id));
  return {
    kind: 'question',
    id: view.id,
    title: view.title,
    description: shownWords(view, view.description),
    creatorId,
    creator,
    creatorUsername: creator?.username ?? null,
    isAnonymous: view.isAnonymous,
    allowAnonymousAnswers: view.allowAnonymousAnswers,
    isApproved: view.isApproved,
    targetUserId: view.targetId,
    targetUsername: (view.targetId && cards.get(view.targetId)?.username) || null,
    boostCount,
    replyBoostThreshold: view.replyBoostThreshold,
    discussionCount: view.replyCount,
    repostCount,
    pinnedReplyId: view.pinnedReplyId,
    isRevealed: view.isRevealed,
    revealCount: boostCount,
    isMine: view.isMine,
    isEdited: view.isEdited,
    lastNumber: view.lastNumber,
    createdAt: view.createdAt,
  };
};
