import type { Discussion, Podcast, Question, RepostData } from '@hearsay/contracts';

export interface Viewer {
  readonly id: string;
  readonly isAmbassador: boolean;
}

/** Reason of a report from a menu, in which the reporter chooses none. */
export const MENU_REPORT_REASON = 'inappropriate_content';

type Owned = Pick<Question, 'isMine'> | Pick<Discussion, 'isMine'> | Pick<Podcast, 'isMine'>;

/** True for the author, an ambassador, and the target of an approved question. */
export const mayDelete = (
  content: Owned & Partial<Pick<Question, 'isApproved' | 'targetUserId'>>,
  viewer: Viewer | null,
): boolean =>
  viewer !== null &&
  (content.isMine || viewer.isAmbassador || (content.isApproved === true && content.targetUserId === viewer.id));

type Asked = Pick<Question, 'isMine' | 'isApproved' | 'targetUserId'>;

/** True for a pending question that an ambassador sees because of a report. They may only delete it. */
export const isVisibleOnlyByReport = ({ isMine, isApproved, targetUserId }: Asked, viewer: Viewer | null): boolean =>
  viewer !== null && !isMine && !isApproved && targetUserId !== viewer.id;

/** True for signed-in users, but not for own content or for content that only a report makes visible. */
export const mayReport = (content: Owned & Partial<Asked>, viewer: Viewer | null): boolean =>
  viewer !== null && !content.isMine && !(content.isApproved === false && content.targetUserId !== viewer.id);

export const mayDeleteRepost = (repost: Pick<RepostData, 'reposterUserId'>, viewer: Viewer | null): boolean =>
  viewer !== null && (viewer.isAmbassador || viewer.id === repost.reposterUserId);

export const mayApprove = (question: Pick<Question, 'isApproved' | 'targetUserId'>, viewer: Viewer | null): boolean =>
  viewer !== null && !question.isApproved && question.targetUserId === viewer.id;

/** The server refuses boosts and named replies that would reveal the anonymous asker of a pending question. */
export const mustStayAnonymous = ({
  isMine,
  isAnonymous,
  isApproved,
}: Pick<Question, 'isMine' | 'isAnonymous' | 'isApproved'>): boolean => isMine && isAnonymous && !isApproved;

/** True for an own question whose own lock is closed, unless the question is pending. */
export const isOwnConfession = ({
  isMine,
  isApproved,
  isRevealed,
  replyBoostThreshold,
}: Pick<Question, 'isMine' | 'isApproved' | 'isRevealed' | 'replyBoostThreshold'>): boolean =>
  isMine && isApproved && !isRevealed && replyBoostThreshold > 0;
