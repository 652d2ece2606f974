import * as z from 'zod/mini';
import { ContentType, Id, integer } from '../primitives.js';
import { event, Owner } from './definitions.js';

const boost = z.object({
  /** The pair (booster, content), for ever the same: XP is earned, reversed and restored under it. */
  boostId: Id,
  boosterId: Id,
  contentType: ContentType,
  contentId: Id,
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
  owner: Owner,
  /** The content's counter as it is after this act. */
  boostCount: integer(),
  boostPeak: integer(),
  /** Rises with every change of the content's counters. */
  revision: integer(),
  /** True when this act lifted the peak over a threshold: content then latches the reveal. */
  hasReachedThreshold: z.boolean(),
  /** Rises with every toggle of this pair: a later fact about it has a higher one. */
  toggle: integer(),
});
export const Boosted = event('engagement', 'Boosted', 'relayed', boost);
export const Unboosted = event('engagement', 'Unboosted', 'relayed', boost);

const repost = z.object({
  repostId: Id,
  reposterId: Id,
  contentType: ContentType,
  contentId: Id,
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
  owner: Owner,
  /** The content's counter as it is after this act. */
  repostCount: integer(),
  /** Rises with every change of the content's counters. */
  revision: integer(),
  /** Rises with every repost, removal and return of this pair of person and content: a later fact about it has a higher one. */
  toggle: integer(),
});
export const Reposted = event('engagement', 'Reposted', 'relayed', z.extend(repost, { textId: z.nullable(Id) }));
/** `removalId` is shared by what goes together, so that it comes back together. */
export const RepostRemoved = event('engagement', 'RepostRemoved', 'relayed', z.extend(repost, { removalId: Id }));
export const RepostRestored = event('engagement', 'RepostRestored', 'relayed', z.extend(repost, { removalId: Id }));

const follow = z.object({
  /** The pair (follower, followed), for ever the same. */
  followId: Id,
  followerId: Id,
  followedId: Id,
  /** Rises with every change of this pair. */
  toggle: integer(),
  /** Of the followed, as it is after this act. */
  followerCount: integer(),
  /** Of the follower, as it is after this act. */
  followingCount: integer(),
  /** Hidden accounts that keep a follow from counting which was not taken back: it returns with the last of them. */
  suspendedBy: z.array(Id),
});
/** `isReturn`: nobody did anything, a hidden account has come back. */
export const Followed = event('engagement', 'Followed', 'relayed', z.extend(follow, { isReturn: z.boolean() }));
export const Unfollowed = event('engagement', 'Unfollowed', 'relayed', follow);
