import type { Owner, ReplyView } from '@hearsay/contracts';
import { effectiveThreshold, isOpen } from '@hearsay/game-rules';

export interface ReplyFacts {
  readonly id: string;
  readonly questionId: string;
  readonly number: number;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly parentReplyId: string | null;
  /** The reply's own threshold. 0: the question's threshold applies. */
  readonly threshold: number;
  readonly isPinned: boolean;
  readonly createdAt: string;
  readonly words: string | null;
  readonly isMine: boolean;
}

/** Shows locked words to their author only. */
export const replyView = (
  facts: ReplyFacts,
  question: { readonly threshold: number; readonly latched: number },
): ReplyView => {
  const boostThreshold = effectiveThreshold(facts.threshold, question.threshold);
  const isRevealed = isOpen(question.latched, boostThreshold);
  return {
    id: facts.id,
    questionId: facts.questionId,
    number: facts.number,
    authorId: facts.owner.accountId,
    content: isRevealed || facts.isMine ? facts.words : null,
    mediaType: 'text',
    isAnonymous: facts.isAnonymous,
    parentReplyId: facts.parentReplyId,
    boostThreshold,
    isRevealed,
    isPinned: facts.isPinned,
    isMine: facts.isMine,
    createdAt: facts.createdAt,
  };
};
