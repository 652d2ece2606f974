import type { Discussion, Podcast, Question, RepostData } from '@hearsay/contracts';

export interface Looker {
  readonly id: string;
  readonly isAmbassador: boolean;
}

export const MENU_REASON = 'inappropriate_content';

type Owned = Pick<Question, 'isMine'> | Pick<Discussion, 'isMine'> | Pick<Podcast, 'isMine'>;

/** Its author, an ambassador, and a question's target after approval. */
export const mayDelete = (
  content: Owned & Partial<Pick<Question, 'isApproved' | 'targetUserId'>>,
  looker: Looker | null,
): boolean =>
  looker !== null &&
  (content.isMine || looker.isAmbassador || (content.isApproved === true && content.targetUserId === looker.id));

type Asked = Pick<Question, 'isMine' | 'isApproved' | 'targetUserId'>;

/** A pending question that an ambassador reads because it was reported. They may only delete it. */
export const isOnlyModerated = ({ isMine, isApproved, targetUserId }: Asked, looker: Looker | null): boolean =>
  looker !== null && !isMine && !isApproved && targetUserId !== looker.id;

/** Every signed-in user, except for own content and for content visible only because it was reported. */
export const mayReport = (content: Owned & Partial<Asked>, looker: Looker | null): boolean =>
  looker !== null && !content.isMine && !(content.isApproved === false && content.targetUserId !== looker.id);

export const mayDeleteRepost = (repost: Pick<RepostData, 'reposterUserId'>, looker: Looker | null): boolean =>
  looker !== null && (looker.isAmbassador || looker.id === repost.reposterUserId);

export const mayApprove = (question: Pick<Question, 'isApproved' | 'targetUserId'>, looker: Looker | null): boolean =>
  looker !== null && !question.isApproved && question.targetUserId === looker.id;

/** A boost or named reply would reveal the anonymous asker of a pending question. The server refuses both. */
export const mustStayUnnamed = ({
  isMine,
  isAnonymous,
  isApproved,
}: Pick<Question, 'isMine' | 'isAnonymous' | 'isApproved'>): boolean => isMine && isAnonymous && !isApproved;
