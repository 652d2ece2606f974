import * as z from 'zod/mini';
import { limits } from './limits.js';
import { ContentType, Id, Instant, integer, MediaType, named } from './primitives.js';
import { optionalText } from './written-text.js';

export const BoostStatus = named('BoostStatus', z.object({ isBoosted: z.boolean(), boostCount: integer(0) }));
export type BoostStatus = z.infer<typeof BoostStatus>;
/**
 * `opened` is true if this act raised the peak to a threshold. A repeated call returns true again only under the same
 * idempotency key.
 */
export const BoostAnswer = named('BoostAnswer', z.extend(BoostStatus, { opened: z.catch(z.boolean(), false) }));
export type BoostAnswer = z.infer<typeof BoostAnswer>;

/** Without `isBoosted` the call toggles the boost. */
export const BoostBody = z.object({ userId: z.nullish(Id), isBoosted: z.optional(z.boolean()) });
export type BoostBody = z.input<typeof BoostBody>;

export const ContentRef = z.object({ contentType: ContentType, contentId: Id });
export type ContentRef = z.infer<typeof ContentRef>;

/** The body of a call for the state of several contents. Marked as pure, so that a bundler can drop this schema. */
export const BatchStatusBody = z.object({
  items: /* @__PURE__ */ z
    .array(ContentRef)
    .check(z.maxLength(limits.batchStatusItems, `At most ${limits.batchStatusItems} items`)),
  userId: z.nullish(Id),
});

/** The keys are `contentType:contentId`. Removed or unknown content is missing. */
export const BoostStatusMap = named('BoostStatusMap', z.record(z.string(), BoostStatus));
export type BoostStatusMap = z.infer<typeof BoostStatusMap>;

export const contentKey = (item: { readonly contentType: string; readonly contentId: string }): string =>
  `${item.contentType}:${item.contentId}`;

export const RepostStatus = named('RepostStatus', z.object({ hasReposted: z.boolean(), repostCount: integer(0) }));
export type RepostStatus = z.infer<typeof RepostStatus>;
export const RepostStatusMap = named('RepostStatusMap', z.record(z.string(), RepostStatus));
export type RepostStatusMap = z.infer<typeof RepostStatusMap>;

export const RepostData = named(
  'RepostData',
  z.object({
    repostId: Id,
    reposterUserId: Id,
    reposterUsername: z.string(),
    reposterProfileImage: z.nullable(z.string()),
    repostText: z.nullable(z.string()),
    repostCreatedAt: Instant,
    mediaUrl: z.nullable(z.string()),
    mediaType: z.catch(MediaType, 'text'),
  }),
);
export type RepostData = z.infer<typeof RepostData>;

export const RepostBody = z.object({
  userId: z.nullish(Id),
  repostText: optionalText(limits.repostText, `At most ${limits.repostText} characters`),
  mediaUrl: z.optional(z.null({ error: 'Audio and video reposts are coming soon' })),
  mediaType: z._default(z.nullable(z.literal('text', { error: 'Audio and video reposts are coming soon' })), 'text'),
});
export type RepostBody = z.input<typeof RepostBody>;
export const RepostAnswer = named('Repost', z.extend(RepostStatus, { repostId: Id }));
export type RepostAnswer = z.infer<typeof RepostAnswer>;
/** `requestingUserId` names the actor. The path names the person whose repost is removed. */
export const DeleteRepostBody = z.optional(z.nullable(z.object({ requestingUserId: z.nullish(Id) })));

/** `followerId` names the actor. */
export const FollowBody = z.optional(z.nullable(z.object({ followerId: z.nullish(Id) })));
export const FollowStatus = named('FollowStatus', z.object({ isFollowing: z.boolean(), followerCount: integer(0) }));
export type FollowStatus = z.infer<typeof FollowStatus>;
export const FollowingQuery = z.object({ currentUserId: z.optional(z.string()) });
