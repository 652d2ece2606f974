import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/**
 * Null `isBoosted` toggles. A boost that lifted the peak over a threshold reports it, and so does a repeat without a
 * key. The reveal is latched before the caller gets an answer.
 */
export const setBoost = command(
  'engagement',
  'set-boost',
  z.extend(ContentRef, { isBoosted: z.nullable(z.boolean()) }),
  z.object({
    isBoosted: z.boolean(),
    boostCount: integer(),
    questionId: Id,
    boostPeak: integer(),
    hasReachedThreshold: z.boolean(),
  }),
);

export const ContentCounts = z.extend(ContentRef, {
  boostCount: integer(),
  /** The highest count; present only if it exceeds the present one. */
  boostPeak: z.optional(integer()),
  repostCount: integer(),
  revision: integer(),
  isBoosted: z.boolean(),
  hasReposted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** For at most 500 items. Existing content without any has zeros, unknown content is missing. */
export const contentCounts = query(
  'engagement',
  'content-counts',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ counts: z.array(ContentCounts) }),
  ['gateway', 'content'],
);

/** @throws `already_reposted` */
export const repost = command(
  'engagement',
  'repost',
  z.extend(ContentRef, { text: z.nullable(z.string()) }),
  z.object({ repostId: Id, repostCount: integer(), questionId: Id }),
);
/** An ambassador may remove any account's repost. @throws `not_found` */
export const removeRepost = command(
  'engagement',
  'remove-repost',
  z.object({ reposterId: Id, contentId: Id, isAmbassador: z.boolean() }),
  z.extend(ContentRef, { questionId: Id }),
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
export const reposts = query(
  'engagement',
  'reposts',
  z.object({ repostIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ reposts: z.array(RepostView) }),
);
export const repostCountOf = query(
  'engagement',
  'repost-count-of',
  z.object({ accountId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);
/** Hides all reposts of an account under one removal. It may be repeated after an interruption. */
export const hideRepostsOf = command(
  'engagement',
  'hide-reposts-of',
  z.object({ accountId: Id, removalId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);
/** Restores exactly the reposts of that removal. */
export const showRepostsOf = command(
  'engagement',
  'show-reposts-of',
  z.object({ accountId: Id, removalId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);

/**
 * A repeat changes nothing. A follow of the own account is `invalid_input`. `isGone`: identity knows no such account,
 * so only a repeat of an earlier act is not refused as `not_found`.
 */
export const setFollow = command(
  'engagement',
  'set-follow',
  z.object({ accountId: Id, isFollowing: z.boolean(), isGone: z.optional(z.boolean()) }),
  z.object({ isFollowing: z.boolean(), followerCount: integer(0) }),
);

export const FollowCounts = z.object({
  accountId: Id,
  followerCount: integer(0),
  followingCount: integer(0),
  isFollowing: z.boolean(),
});
export type FollowCounts = z.infer<typeof FollowCounts>;
export const followCounts = query(
  'engagement',
  'follow-counts',
  z.object({ accountIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ counts: z.array(FollowCounts) }),
);
export const followersAmong = query(
  'engagement',
  'followers-among',
  z.object({ followedId: Id, accountIds: z.array(Id).check(z.maxLength(1000)) }),
  z.object({ followerIds: z.array(Id) }),
  ['identity'],
);
