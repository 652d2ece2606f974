import * as z from 'zod/mini';
import { XpActivity } from './gamification.js';
import { Notification } from './notifications.js';
import { OwnUser } from './people.js';
import { ContentType, Id, Instant, named } from './primitives.js';
import { Discussion, OwnContentItem } from './questions.js';

/** A boost that one has given and not taken back. */
const GivenBoost = named(
  'GivenBoost',
  z.object({ contentType: ContentType, contentId: Id, questionId: z.nullable(Id), boostedAt: Instant }),
);
export type GivenBoost = z.infer<typeof GivenBoost>;

/** A repost of one's own that stands. */
const OwnRepost = named(
  'OwnRepost',
  z.object({
    repostId: Id,
    contentType: ContentType,
    contentId: Id,
    questionId: z.nullable(Id),
    repostText: z.nullable(z.string()),
    repostCreatedAt: Instant,
  }),
);
export type OwnRepost = z.infer<typeof OwnRepost>;

/** Somebody whom one follows; the name is null where nobody sees the person at the moment. */
const FollowedPerson = named('FollowedPerson', z.object({ userId: Id, username: z.nullable(z.string()) }));
export type FollowedPerson = z.infer<typeof FollowedPerson>;

/** Everything of one's own, each list newest first but `follows`. Of other people it holds what everybody may read, and no more. */
export const AccountExport = named(
  'AccountExport',
  z.object({
    exportedAt: Instant,
    profile: OwnUser,
    /** Anonymous and pending ones too. */
    posts: z.array(OwnContentItem),
    replies: z.array(Discussion),
    boosts: z.array(GivenBoost),
    reposts: z.array(OwnRepost),
    follows: z.array(FollowedPerson),
    xpActivities: z.array(XpActivity),
    notifications: z.array(Notification),
    /** Where the bytes of one's picture and episodes are. */
    media: z.array(z.string()),
  }),
);
export type AccountExport = z.infer<typeof AccountExport>;
