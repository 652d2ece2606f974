const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const caching = {
  fresh: 5 * MINUTE,
  kept: 30 * MINUTE,
  /** The first retry follows after `firstRetry`. Each pause doubles, up to `longestRetry`. */
  retries: 2,
  firstRetry: SECOND,
  longestRetry: 30 * SECOND,
  actRetries: 1,
  feed: { fresh: 2 * MINUTE, kept: 10 * MINUTE, retries: 2 },
  batchStatus: { fresh: 30 * SECOND, kept: 2 * MINUTE },
  boostStatus: { fresh: MINUTE },
  person: { fresh: 5 * MINUTE },
  poll: { bell: 5 * SECOND, notifications: 10 * SECOND, reports: 30 * SECOND, chat: 3 * SECOND, wipes: 2 * SECOND },
} as const;

export const retryDelay = (attempt: number): number =>
  Math.min(caching.firstRetry * 2 ** attempt, caching.longestRetry);
