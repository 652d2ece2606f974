import type { Discussion, Podcast, Question, RepostData } from '@hearsay/contracts';

export interface Viewer {
  readonly id: string;
  readonly isAmbassador: boolean;
}

export const MENU_REASON = 'inappropriate_content';

type Owned = Pick<Question, 'isMine'> | Pick<Discussion, 'isMine'> | Pick<Podcast, 'isMine'>;

/** Its author, an ambassador, and a question's target after approval. */
export const mayDelete = (
  content: Owned & Partial<Pick<Question, 'isApproved' | 'targetUserId'>>,
  viewer: Viewer | null,
): boolean =>
  viewer !== null &&
  (content.isMine || viewer.isAmbassador || (content.isApproved === true && content.targetUserId === viewer.id));

type Asked = Pick<Question, 'isMine' | 'isApproved' | 'targetUserId'>;

/** A pending question that an ambassador reads because it was reported. They may only delete it. */
export const isOnlyModerated = ({ isMine, isApproved, targetUserId }: Asked, viewer: Viewer | null): boolean =>
  viewer !== null && !isMine && !isApproved && targetUserId !== viewer.id;

/** Every signed-in user, except for own content and for content visible only because it was reported. */
export const mayReport = (content: Owned & Partial<Asked>, viewer: Viewer | null): boolean =>
  viewer !== null && !content.isMine && !(content.isApproved === false && content.targetUserId !== viewer.id);

export const mayDeleteRepost = (repost: Pick<RepostData, 'reposterUserId'>, viewer: Viewer | null): boolean =>
  viewer !== null && (viewer.isAmbassador || viewer.id === repost.reposterUserId);

export const mayApprove = (question: Pick<Question, 'isApproved' | 'targetUserId'>, viewer: Viewer | null): boolean =>
  viewer !== null && !question.isApproved && question.targetUserId === viewer.id;

/** A boost or named reply would reveal the anonymous asker of a pending question. The server refuses both. */
export const mustStayUnnamed = ({
  isMine,
  isAnonymous,
  isApproved,
}: Pick<Question, 'isMine' | 'isAnonymous' | 'isApproved'>): boolean => isMine && isAnonymous && !isApproved;
