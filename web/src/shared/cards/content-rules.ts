import type { Discussion, Podcast, Question, RepostData } from '@hearsay/contracts';

/** Who looks at content, as far as what they may do to it depends on it. */
export interface Looker {
  readonly id: string;
  readonly isAmbassador: boolean;
}

/** The reason of reports from the menu of a card, which asks for none. */
export const MENU_REASON = 'inappropriate_content';

type Owned = Pick<Question, 'isMine'> | Pick<Discussion, 'isMine'> | Pick<Podcast, 'isMine'>;

/** Its author or an ambassador; a question also the person it was asked, once they have approved it. */
export const mayDelete = (
  content: Owned & Partial<Pick<Question, 'isApproved' | 'targetUserId'>>,
  looker: Looker | null,
): boolean =>
  looker !== null &&
  (content.isMine || looker.isAmbassador || (content.isApproved === true && content.targetUserId === looker.id));

type Asked = Pick<Question, 'isMine' | 'isApproved' | 'targetUserId'>;

/** Waits for the approval of another person: an ambassador reads it because it was reported, may delete it, and nothing else. */
export const isOnlyModerated = ({ isMine, isApproved, targetUserId }: Asked, looker: Looker | null): boolean =>
  looker !== null && !isMine && !isApproved && targetUserId !== looker.id;

/** Everybody who is signed in, but nobody what is their own, nor what they see only because it is reported. */
export const mayReport = (content: Owned & Partial<Asked>, looker: Looker | null): boolean =>
  looker !== null && !content.isMine && !(content.isApproved === false && content.targetUserId !== looker.id);

/** The reposter or an ambassador. */
export const mayDeleteRepost = (repost: Pick<RepostData, 'reposterUserId'>, looker: Looker | null): boolean =>
  looker !== null && (looker.isAmbassador || looker.id === repost.reposterUserId);

/** The person who was asked, until they have decided. */
export const mayApprove = (question: Pick<Question, 'isApproved' | 'targetUserId'>, looker: Looker | null): boolean =>
  looker !== null && !question.isApproved && question.targetUserId === looker.id;

/**
 * Whoever asked somebody anonymously leaves no name there while the question waits: a boost or a named reply could only be the target's or
 * theirs. The server refuses both; until the approval their replies are anonymous.
 */
export const mustStayUnnamed = ({
  isMine,
  isAnonymous,
  isApproved,
}: Pick<Question, 'isMine' | 'isAnonymous' | 'isApproved'>): boolean => isMine && isAnonymous && !isApproved;
