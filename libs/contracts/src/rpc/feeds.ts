import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { ProfileStats } from '../profiles.js';
import { ActivityType, FeedSort } from '../questions.js';
import { query } from './rpc.js';

/** An item of a list: what stands there and why. `questionViews`, `replyViews` and engagement's `reposts` have the rest. */
export const FeedPlace = z.object({
  kind: z.enum(['question', 'answer', 'podcast']),
  activityType: ActivityType,
  /** Of the content. */
  id: Id,
  /** The question that it is or lies under; null for an episode. */
  questionId: z.nullable(Id),
  /** The last number of that question's room: what was read with it before may be shown again. */
  lastNumber: z.nullable(integer()),
  repostId: z.nullable(Id),
  /** When it came to stand in the list. */
  at: Instant,
});
export type FeedPlace = z.infer<typeof FeedPlace>;

/**
 * A page of the feed. `anchor` opaque as given before, or null for the first page; it fixes sort and filter. `page` counts without anchor, and
 * pages that begin beyond 10,000 items are empty. `followersOnly`: in the names of those whom the acting account follows; nothing for visitors.
 */
export const feed = query(
  'content',
  'feed',
  z.object({
    sort: FeedSort,
    anchor: z.nullable(z.string()),
    page: integer(1),
    limit: integer(1, 50),
    followersOnly: z._default(z.boolean(), false),
  }),
  z.object({ items: z.array(FeedPlace), anchor: z.nullable(z.string()) }),
);

/**
 * What stands in a person's name, newest first, from before an instant (null: from now): posts (20, also what was approved on their profile), acts (50)
 * and reposts (50), and of each list whatever is of its last item's instant. Anonymous posts are in no list and no sum.
 */
export const profile = query(
  'content',
  'profile',
  z.object({ accountId: Id, before: z.nullable(Instant) }),
  z.object({
    content: z.array(FeedPlace),
    activity: z.array(FeedPlace),
    reposts: z.array(FeedPlace),
    stats: ProfileStats,
  }),
);
