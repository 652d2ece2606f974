import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, Instant, integer } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('engagement');

/**
 * A null `isBoosted` toggles. `hasReachedThreshold` is true for a boost that raised, or may have raised, the peak to a
 * threshold, and for its repeat without a key. The reveal is latched before the caller gets an answer. `opened`: this
 * act itself raised the peak to a threshold.
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
 * Compares later boosts of the question with this threshold, unless it has a lower one already. Idempotent. Answers the
 * peak of the boosts before.
 */
export const applyThreshold = command(
  'apply-threshold',
  { questionId: Id, threshold: integer(0) },
  { boostPeak: integer(0), revision: integer(0) },
  ['content'],
);

export const ContentCounts = z.extend(ContentRef, {
  boostCount: integer(),
  /** The peak; absent unless it exceeds `boostCount`. */
  boostPeak: z.optional(integer()),
  repostCount: integer(),
  revision: integer(),
  isBoosted: z.boolean(),
  hasReposted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** For at most 500 items. Content without boosts and reposts has zeros, unknown content is missing. */
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
/** Removed reposts and those of removed content are missing. */
export const reposts = query('reposts', { repostIds: Ids }, { reposts: z.array(RepostView) });
export const repostCountOf = query('repost-count-of', { accountId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);
/** Hides all reposts of an account under one removal. It may be repeated after an interruption. */
export const hideRepostsOf = command('hide-reposts-of', { accountId: Id, removalId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);
/** Restores exactly the reposts of that removal. */
export const showRepostsOf = command('show-reposts-of', { accountId: Id, removalId: Id }, { count: integer(0) }, [
  'moderation',
  'identity',
]);

/**
 * A repeat changes nothing. An account that follows itself is `invalid_input`. `isGone`: identity knows no account to
 * follow. Then only a repeat is answered, and every other call is `not_found`.
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
