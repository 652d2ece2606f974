import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { Id, Instant, integer } from '../primitives.js';
import { PostKind, ProfileStats } from '../profiles.js';
import { ActivityType, FeedSort } from '../questions.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

const placed = { activityType: ActivityType, id: Id, repostId: z.nullable(Id), at: Instant };

/** An item of a list and its reason. `questionViews`, `replyViews` and engagement's `reposts` return its content. */
export const FeedPlace = z.discriminatedUnion('kind', [
  z.object({
    ...placed,
    kind: z.enum(['question', 'answer']),
    /** A question's own id, or the id of a reply's question. */
    questionId: Id,
    /** The last number of that question's room: views read at this number are still current. */
    lastNumber: integer(),
  }),
  z.object({ ...placed, kind: z.literal('podcast'), questionId: z.null(), lastNumber: z.null() }),
]);
export type FeedPlace = z.infer<typeof FeedPlace>;

/**
 * A page of the feed. `anchor` is opaque, null for the first page, and fixes sort and filter. `page` is read only
 * without an anchor. Pages that begin after 10,000 items are empty. `followersOnly`: posts of people whom the acting
 * account follows; empty for visitors.
 */
export const feed = query(
  'feed',
  {
    sort: FeedSort,
    anchor: z.nullable(z.string()),
    page: integer(1),
    limit: integer(1, 50),
    followersOnly: z._default(z.boolean(), false),
    mutes: ViewersMutes,
  },
  { items: z.array(FeedPlace), anchor: z.nullable(z.string()) },
);

/**
 * Listed questions of the last 30 days whose own lock is closed, with at least 2 boosts and half of the threshold. The
 * fewest missing boosts come first, then the newest. The choice may be ten seconds old, but no item that has opened or
 * disappeared is in it.
 */
export const nearlyHeard = query(
  'nearly-heard',
  { limit: integer(1, limits.nearlyHeard.max), mutes: ViewersMutes },
  { items: z.array(FeedPlace) },
);

/** Median boosts of the newest 50 open questions to everyone that are older than a day. Null below ten of them. */
export const usualBoosts = query('usual-boosts', {}, { boosts: z.nullable(integer(0)) });

/**
 * A person's named acts before an instant (null: now), newest first: 20 posts (including approved questions on their
 * profile), 50 acts and 50 reposts. Each list also holds every item of its last instant. Anonymous posts are in no list
 * and no sum.
 */
export const profile = query(
  'profile',
  { accountId: Id, before: z.nullable(Instant) },
  {
    content: z.array(FeedPlace),
    activity: z.array(FeedPlace),
    reposts: z.array(FeedPlace),
    stats: ProfileStats,
  },
);

/** A person's named replies, or their episodes, before an instant (null: now), newest first. */
export const postsOfPerson = query(
  'posts-of-person',
  { accountId: Id, kind: PostKind, before: z.nullable(Instant) },
  { places: z.array(FeedPlace) },
);
