import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/**
 * Where `isBoosted` is null, the call toggles. A boost that lifted the peak over a threshold says so, and so does a repeat of it without a key: it
 * is latched before anybody is answered.
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
  /** How many boosts it had at most: there where that were more than it has now. */
  boostPeak: z.optional(integer()),
  repostCount: integer(),
  revision: integer(),
  isBoosted: z.boolean(),
  hasReposted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** Counters and the viewer's own boosts and reposts for at most 500 items. Existing content without any answers zeros, unknown content is missing. */
export const contentCounts = query(
  'engagement',
  'content-counts',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ counts: z.array(ContentCounts) }),
  ['gateway', 'content'],
);

/** A repost that stands already is refused as `already_reposted`. */
export const repost = command(
  'engagement',
  'repost',
  z.extend(ContentRef, { text: z.nullable(z.string()) }),
  z.object({ repostId: Id, repostCount: integer(), questionId: Id }),
);
/** Of the acting account, or of anybody by an ambassador; what does not stand is `not_found`. */
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
/** Those that do not stand, or whose content does not, are missing. */
export const reposts = query(
  'engagement',
  'reposts',
  z.object({ repostIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ reposts: z.array(RepostView) }),
);
/** How many reposts `hideRepostsOf` would take away. */
export const repostCountOf = query(
  'engagement',
  'repost-count-of',
  z.object({ accountId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);
/** Takes all reposts of an account away under one removal; may be called again from wherever it was stopped. */
export const hideRepostsOf = command(
  'engagement',
  'hide-reposts-of',
  z.object({ accountId: Id, removalId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);
/** Brings back exactly what that removal took away. */
export const showRepostsOf = command(
  'engagement',
  'show-reposts-of',
  z.object({ accountId: Id, removalId: Id }),
  z.object({ count: integer(0) }),
  ['moderation', 'identity'],
);

/**
 * Following what one follows already, and the other way round, changes nothing. Oneself is refused as `invalid_input`. `isGone`: nobody has this id any
 * more, as identity says; then only a repeat of what was done before is no `not_found`.
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
  /** Whether the caller follows them. */
  isFollowing: z.boolean(),
});
export type FollowCounts = z.infer<typeof FollowCounts>;
/** Nobody is missing: who has neither has zeros. */
export const followCounts = query(
  'engagement',
  'follow-counts',
  z.object({ accountIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ counts: z.array(FollowCounts) }),
);
/** Which of these people follow one person. */
export const followersAmong = query(
  'engagement',
  'followers-among',
  z.object({ followedId: Id, accountIds: z.array(Id).check(z.maxLength(1000)) }),
  z.object({ followerIds: z.array(Id) }),
  ['identity'],
);
