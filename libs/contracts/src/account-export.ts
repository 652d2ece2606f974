import * as z from 'zod/mini';
import { XpActivity } from './gamification.js';
import { OwnMute } from './mutes.js';
import { Notification } from './notifications.js';
import { OwnUser } from './people.js';
import { ContentType, Id, Instant, named } from './primitives.js';
import { Discussion, OwnContentItem } from './questions.js';
import { WordRule } from './word-rules.js';

export const GivenBoost = named(
  'GivenBoost',
  z.object({ contentType: ContentType, contentId: Id, questionId: z.nullable(Id), boostedAt: Instant }),
);
export type GivenBoost = z.infer<typeof GivenBoost>;

export const OwnWatch = named('OwnWatch', z.object({ questionId: Id, watchedAt: Instant }));
export const OwnBookmark = named(
  'OwnBookmark',
  z.object({ contentType: ContentType, contentId: Id, questionId: z.nullable(Id), bookmarkedAt: Instant }),
);
export type OwnBookmark = z.infer<typeof OwnBookmark>;

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

/** The name is null while the person is hidden. */
const FollowedPerson = named('FollowedPerson', z.object({ userId: Id, username: z.nullable(z.string()) }));
export type FollowedPerson = z.infer<typeof FollowedPerson>;

export const MarkedAnswer = named('MarkedAnswer', z.object({ podcastId: Id, questionId: Id, at: z.number() }));

/** The path is secret, because any podcast app can play the episodes with it. */
const ExportedPodcastFeed = named('ExportedPodcastFeed', z.object({ path: z.string(), episodes: z.array(Id) }));

/**
 * All data of an account. `answers` and `follows` are sorted by id, all other lists are newest first. The data about
 * other people is public.
 */
export const AccountExport = named(
  'AccountExport',
  z.object({
    exportedAt: Instant,
    profile: OwnUser,
    posts: z.array(OwnContentItem),
    answers: z.catch(z.array(MarkedAnswer), []),
    replies: z.array(Discussion),
    boosts: z.array(GivenBoost),
    reposts: z.array(OwnRepost),
    follows: z.array(FollowedPerson),
    mutes: z.catch(z.array(OwnMute), []),
    watches: z.catch(z.array(OwnWatch), []),
    bookmarks: z.catch(z.array(OwnBookmark), []),
    xpActivities: z.array(XpActivity),
    notifications: z.array(Notification),
    /** Answers of release 0.9.0 lack this field. */
    wordRules: z._default(z.array(WordRule), []),
    /** At most one feed. Answers of release 0.9.0 lack this field. */
    podcastFeeds: z._default(z.array(ExportedPodcastFeed), []),
    media: z.array(z.string()),
  }),
);
export type AccountExport = z.infer<typeof AccountExport>;
