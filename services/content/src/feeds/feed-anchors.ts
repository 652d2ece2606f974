import { followedAnchorPrefix, Id, Instant, isFollowedAnchor, limits, Refusal } from '@hearsay/contracts';
import { z } from 'zod';

const rankedSorts = ['boosted', 'replies', 'engagement', 'trending'] as const;
/** The sorts whose anchors point into frozen lists. An anchor of `recent` holds a time and an id. */
export type RankedSort = (typeof rankedSorts)[number];

const RecentAnchor = z.object({ sort: z.literal('recent'), at: Instant, id: Id, isFollowing: z.boolean() });
const RankedAnchor = z.object({
  sort: z.enum(rankedSorts),
  list: Id,
  next: z.int().min(0).max(limits.listDepth),
  isFollowing: z.boolean(),
});
/**
 * The place at which a feed continues. The sort `recent` continues after a (time, id), and the other sorts continue at
 * an index of a frozen list.
 */
const FeedAnchor = z.discriminatedUnion('sort', [RecentAnchor, RankedAnchor]);
export type RankedAnchor = z.infer<typeof RankedAnchor>;
export type FeedAnchor = z.infer<typeof FeedAnchor>;

/** Anchors of the following feed begin with a prefix, so that the gateway knows them without decoding. */
export const encodeAnchor = (anchor: FeedAnchor): string =>
  `${anchor.isFollowing ? followedAnchorPrefix : ''}${Buffer.from(JSON.stringify(anchor)).toString('base64url')}`;

/** @throws Refusal `anchor_expired` for an invalid anchor */
export const decodeAnchor = (text: string): FeedAnchor => {
  try {
    const encoded = isFollowedAnchor(text) ? text.slice(followedAnchorPrefix.length) : text;
    return FeedAnchor.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal('anchor_expired');
  }
};
