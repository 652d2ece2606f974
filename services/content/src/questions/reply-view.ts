import type { Owner, ReplyView } from '@hearsay/contracts';
import { effectiveThreshold, isOpen } from '@hearsay/game-rules';

type Shared = 'id' | 'questionId' | 'number' | 'isAnonymous' | 'parentReplyId' | 'isPinned' | 'isMine' | 'createdAt';

/** A reply with its words, even if they are locked. */
export interface ReplyFacts extends Pick<ReplyView, Shared> {
  readonly owner: Owner;
  /** A pinned reply's own threshold. 0 if the question's threshold applies. */
  readonly threshold: number;
  readonly words: string | null;
}

/** Makes the view of a reply. Leaves out locked words, unless `isMine` is true. */
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
