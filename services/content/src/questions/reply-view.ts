import type { Owner, ReplyView } from '@hearsay/contracts';
import { effectiveThreshold, isOpen } from '@hearsay/game-rules';

/** What a reply is made of, whether it was just decided or read from its row. */
export interface ReplyFacts {
  readonly id: string;
  readonly questionId: string;
  readonly number: number;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly parentReplyId: string | null;
  /** Its own; 0 = the question's. */
  readonly threshold: number;
  readonly isPinned: boolean;
  readonly createdAt: string;
  readonly words: string | null;
  /** Whose eyes it is for. */
  readonly isMine: boolean;
}

/** A reply for one viewer: locked words go to their author only. */
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
