import type { Owner } from '@hearsay/contracts';

/** What decisions about a question and its room need. */
export interface Question {
  readonly owner: Owner;
  readonly allowAnonymousAnswers: boolean;
  /** How many boosts open the description and the replies; 0 = nothing is hidden. */
  readonly threshold: number;
  /** The highest threshold that was ever reached. */
  readonly latched: number;
  readonly lastNumber: number;
  readonly replyCount: number;
}
