import * as z from 'zod/mini';
import { ContentType, Id, integer } from '../primitives.js';
import { definitionsOf, Owner } from './definitions.js';

const { relayed } = definitionsOf('engagement');

const boost = {
  /** The id of the pair (booster, content), which never changes. XP is earned, reversed and restored under this id. */
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
  /** True if this act raised the peak to a threshold, or may have raised it. Content then latches the reveal. */
  hasReachedThreshold: z.boolean(),
  /** Rises with every toggle of this pair. Of two events, the one with the higher value is newer. */
  toggle: integer(),
};
export const Boosted = relayed('Boosted', boost);
export const Unboosted = relayed('Unboosted', boost);

/** Engagement has applied a lowered threshold. From `revision` on it compares boosts with this threshold. */
export const ThresholdApplied = relayed('ThresholdApplied', {
  contentType: z.literal('question'),
  contentId: Id,
  questionId: Id,
  threshold: integer(),
  boostCount: integer(),
  boostPeak: integer(),
  revision: integer(),
  /** True if earlier boosts had already raised the peak to the threshold. Content then latches the reveal. */
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
  /**
   * Rises with every repost, removal and restoration of this pair. Of two events, the one with the higher value is
   * newer.
   */
  toggle: integer(),
};
export const Reposted = relayed('Reposted', { ...repost, textId: z.nullable(Id) });
/** Reposts that are removed together have the same `removalId`, and are restored together. */
export const RepostRemoved = relayed('RepostRemoved', { ...repost, removalId: Id });
export const RepostRestored = relayed('RepostRestored', { ...repost, removalId: Id });

const follow = {
  followId: Id,
  followerId: Id,
  followedId: Id,
  toggle: integer(),
  followerCount: integer(),
  followingCount: integer(),
  /**
   * The hidden accounts that suspend this follow. The follow counts again when the last of these accounts is restored.
   */
  suspendedBy: z.array(Id),
};
/** `isReturn` is true if the follow counts again only because a hidden account was restored. */
export const Followed = relayed('Followed', { ...follow, isReturn: z.boolean() });
export const Unfollowed = relayed('Unfollowed', follow);
