import * as z from 'zod/mini';
import { ContentType, Id, integer } from '../primitives.js';
import { definitionsOf, Owner } from './definitions.js';

const { relayed } = definitionsOf('engagement');

const boost = {
  /** Constant for the pair (booster, content): XP is earned, reversed and restored under it. */
  boostId: Id,
  boosterId: Id,
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  boostCount: integer(),
  boostPeak: integer(),
  /** Rises with every change of the content's counters. */
  revision: integer(),
  /** True when this act raised, or may have raised, the peak to a threshold. Content then latches the reveal. */
  hasReachedThreshold: z.boolean(),
  /** Rises with every toggle of this pair, so a higher value marks the newer fact. */
  toggle: integer(),
};
export const Boosted = relayed('Boosted', boost);
export const Unboosted = relayed('Unboosted', boost);

/** From this revision on, boosts of the question are compared with the lowered threshold. */
export const ThresholdApplied = relayed('ThresholdApplied', {
  contentType: z.literal('question'),
  contentId: Id,
  questionId: Id,
  threshold: integer(),
  boostCount: integer(),
  boostPeak: integer(),
  revision: integer(),
  /** True when an earlier boost had raised the peak to the threshold. Content then latches the reveal. */
  hasReachedThreshold: z.boolean(),
});

const repost = {
  repostId: Id,
  reposterId: Id,
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  repostCount: integer(),
  revision: integer(),
  /** Rises with every repost, removal and return of this pair, so a higher value marks the newer fact. */
  toggle: integer(),
};
export const Reposted = relayed('Reposted', { ...repost, textId: z.nullable(Id) });
/** Reposts removed together share `removalId`, so that they return together. */
export const RepostRemoved = relayed('RepostRemoved', { ...repost, removalId: Id });
export const RepostRestored = relayed('RepostRestored', { ...repost, removalId: Id });

const follow = {
  followId: Id,
  followerId: Id,
  followedId: Id,
  toggle: integer(),
  followerCount: integer(),
  followingCount: integer(),
  /** Hidden accounts that suspend this follow. It counts again when the last one returns. */
  suspendedBy: z.array(Id),
};
/** `isReturn`: no act of the follower. The follow counts again because a hidden account returned. */
export const Followed = relayed('Followed', { ...follow, isReturn: z.boolean() });
export const Unfollowed = relayed('Unfollowed', follow);
