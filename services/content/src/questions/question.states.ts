import type { Owner } from '@hearsay/contracts';

/**
 * A question that is asked of one person is pending until they approve it. Ignored by them, or withheld by an ambassador from all but its asker, it looks
 * pending to the asker.
 */
export type Approval = 'open' | 'pending' | 'ignored' | 'withheld';

/** Whether somebody who did not ask it sees it. */
export const isSeenBy = ({ approval }: Question, isTarget: boolean): boolean =>
  approval === 'open' || (isTarget && approval !== 'withheld');

/** What decisions about a question and its room need. */
export interface Question {
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly allowAnonymousAnswers: boolean;
  /** How many boosts open the description and the replies; 0 = nothing is hidden. */
  readonly threshold: number;
  /** Of the pinned reply, which has one of its own; 0 = there is none. */
  readonly pinnedThreshold: number;
  /** The highest threshold that was ever reached. */
  readonly latched: number;
  readonly lastNumber: number;
  readonly replyCount: number;
  /** It has had a reply, whatever has become of it. */
  readonly wasAnswered: boolean;
  readonly targetId: string | null;
  readonly approval: Approval;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  /** The removal that took it away; null = it is there. */
  readonly removalId: string | null;
  /** How often it was removed and brought back. */
  readonly removalRevision: number;
}
