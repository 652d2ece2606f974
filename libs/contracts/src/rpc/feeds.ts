import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { Id, Instant, integer } from '../primitives.js';
import { PostKind, ProfileStats } from '../profiles.js';
import { ActivityType, FeedSort } from '../questions.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

const placed = { activityType: ActivityType, id: Id, repostId: z.nullable(Id), at: Instant };

/**
 * An item of a list and the reason why it is there. `questionViews`, `replyViews` and engagement's `reposts` return its
 * content.
 */
export const FeedPlace = z.discriminatedUnion('kind', [
  z.object({
    ...placed,
    kind: z.enum(['question', 'answer']),
    /** For a question, its own id. For a reply, the id of its question. */
    questionId: Id,
    /** The last number of that question's room. A view that was cached at this number is still current. */
    lastNumber: integer(),
  }),
  z.object({ ...placed, kind: z.literal('podcast'), questionId: z.null(), lastNumber: z.null() }),
]);
export type FeedPlace = z.infer<typeof FeedPlace>;

/**
 * A page of the feed. `anchor` is opaque and fixes sort and filter. It is null for the first page. `page` is ignored if
 * there is an anchor. Pages after 10,000 items are empty. `followersOnly` selects posts of people whom the acting
 * account follows, and is empty for visitors.
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
 * Listed questions of the last 30 days with a closed own lock, at least 2 boosts and half of the threshold. Questions
 * that lack the fewest boosts come first, then the newest. The list is cached for ten seconds, but never contains a
 * question that has opened or disappeared.
 */
export const nearlyHeard = query(
  'nearly-heard',
  { limit: integer(1, limits.nearlyHeard.max), mutes: ViewersMutes },
  { items: z.array(FeedPlace) },
);

/**
 * The median number of boosts of the newest 50 open questions to everyone that are older than a day. Null for fewer
 * than ten.
 */
export const usualBoosts = query('usual-boosts', {}, { boosts: z.nullable(integer(0)) });

/**
 * A person's named acts before an instant (or now, if it is null), newest first. It returns 20 posts (also approved
 * questions to this person), 50 acts and 50 reposts. Each list also has every item of its last instant. Anonymous posts
 * are neither listed nor counted.
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

/** A person's named replies, or their episodes, before an instant (or now, if it is null), newest first. */
export const postsOfPerson = query(
  'posts-of-person',
  { accountId: Id, kind: PostKind, before: z.nullable(Instant) },
  { places: z.array(FeedPlace) },
);
