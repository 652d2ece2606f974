import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, Instant, integer } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('engagement');

/**
 * Boosts content, or takes the boost back. A null `isBoosted` toggles. `hasReachedThreshold` is true if the boost
 * raised the peak to a threshold, or may have raised it. It is also true for a repeat without a key. The gateway then
 * latches the reveal before it answers. `opened` is true if this act itself raised the peak to a threshold.
 */
export const setBoost = command(
  'set-boost',
  { ...ContentRef.shape, isBoosted: z.nullable(z.boolean()) },
  {
    isBoosted: z.boolean(),
    boostCount: integer(),
    questionId: Id,
    boostPeak: integer(),
    hasReachedThreshold: z.boolean(),
    opened: z.optional(z.boolean()),
  },
);

/**
 * Lowers the threshold with which later boosts of the question are compared. An already lower threshold stays.
 * Idempotent. Returns the peak of earlier boosts.
 */
export const applyThreshold = command(
  'apply-threshold',
  { questionId: Id, threshold: integer(0) },
  { boostPeak: integer(0), revision: integer(0) },
  ['content'],
);

export const ContentCounts = z.extend(ContentRef, {
  boostCount: integer(),
  /** The peak. Absent if it equals `boostCount`. */
  boostPeak: z.optional(integer()),
  repostCount: integer(),
  revision: integer(),
  isBoosted: z.boolean(),
  hasReposted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** Counts of at most 500 contents. Content without boosts and reposts has zeros. Unknown content is missing. */
export const contentCounts = query(
  'content-counts',
  { items: z.array(ContentRef).check(z.maxLength(500)) },
  { counts: z.array(ContentCounts) },
  ['gateway', 'content'],
);

/** @throws `already_reposted` */
export const repost = command(
  'repost',
  { ...ContentRef.shape, text: z.nullable(z.string()) },
  { repostId: Id, repostCount: integer(), questionId: Id },
);
/** An ambassador may remove any account's repost. @throws `not_found` */
export const removeRepost = command(
  'remove-repost',
  { reposterId: Id, contentId: Id, isAmbassador: z.boolean() },
  { ...ContentRef.shape, questionId: Id },
);

export const RepostView = z.extend(ContentRef, {
  repostId: Id,
  reposterId: Id,
  questionId: Id,
  text: z.nullable(z.string()),
  repostedAt: Instant,
});
export type RepostView = z.infer<typeof RepostView>;
/** Reads reposts by their ids. Removed reposts, and reposts of removed content, are missing. */
export const reposts = query('reposts', { repostIds: Ids }, { reposts: z.array(RepostView) });
export const repostCountOf = query('repost-count-of', { accountId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);
/** Hides all reposts of an account under one removal id. The call may be repeated after an interruption. */
export const hideRepostsOf = command('hide-reposts-of', { accountId: Id, removalId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);
/** Restores exactly the reposts with this removal id. */
export const showRepostsOf = command('show-reposts-of', { accountId: Id, removalId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);

/**
 * Sets whether the acting account follows another one. A repeat changes nothing. To follow oneself is `invalid_input`.
 * With `isGone` identity knows no such account. Then only a repeat is answered, and other calls are `not_found`.
 */
export const setFollow = command(
  'set-follow',
  { accountId: Id, isFollowing: z.boolean(), isGone: z.optional(z.boolean()) },
  { isFollowing: z.boolean(), followerCount: integer(0) },
);

export const FollowCounts = z.object({
  accountId: Id,
  followerCount: integer(0),
  followingCount: integer(0),
  isFollowing: z.boolean(),
});
export type FollowCounts = z.infer<typeof FollowCounts>;
export const followCounts = query('follow-counts', { accountIds: Ids }, { counts: z.array(FollowCounts) });
export const followersAmong = query(
  'followers-among',
  { followedId: Id, accountIds: z.array(Id).check(z.maxLength(1000)) },
  { followerIds: z.array(Id) },
  ['identity'],
);
