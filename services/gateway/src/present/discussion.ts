import type { Discussion, ReplyView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';
import { type Counts, countOf, replyRef } from './cards-and-counts.js';
import { shownAuthor, shownWords } from './withheld.js';

interface Around {
  /** Boosts of the question. */
  readonly revealCount: number;
  /** The question's title, where the message stands alone. */
  readonly parentTitle?: string;
}

/** A message as its viewer may see it: sealed authors and locked words stay out, whatever the view holds. */
export const presentDiscussion = (view: ReplyView, cards: Cards, counts: Counts, around: Around): Discussion => {
  const userId = shownAuthor(view, view.authorId);
  const { boostCount, repostCount } = countOf(counts, replyRef(view.id));
  return {
    kind: 'answer',
    id: view.id,
    questionId: view.questionId,
    number: view.number,
    userId,
    user: (userId && cards.get(userId)) || null,
    content: shownWords(view, view.content),
    mediaUrl: null,
    mediaType: view.mediaType,
    isAnonymous: view.isAnonymous,
    parentReplyId: view.parentReplyId,
    parentTitle: around.parentTitle ?? null,
    boostThreshold: view.boostThreshold,
    boostCount,
    repostCount,
    isRevealed: view.isRevealed,
    revealCount: around.revealCount,
    isPinned: view.isPinned,
    isMine: view.isMine,
    createdAt: view.createdAt,
  };
};
