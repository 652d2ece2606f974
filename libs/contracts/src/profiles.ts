import * as z from 'zod/mini';
import { OwnUser, User, UserCard } from './people.js';
import { Podcast } from './podcasts.js';
import { Id, Instant, integer, named } from './primitives.js';
import { Discussion, Feed, feedItemFields, Question } from './questions.js';

const count = integer(0);

const postFields = {
  ...feedItemFields,
  /** The time of the act, by which the list is sorted and continued. `createdAt` is the time of the content. */
  actedAt: Instant,
};
const ContentItem = named(
  'ContentItem',
  z.discriminatedUnion('kind', [
    named('QuestionPost', z.extend(Question, postFields)),
    named('PodcastPost', z.extend(Podcast, postFields)),
  ]),
);
export type ContentItem = z.infer<typeof ContentItem>;

const activityFields = {
  ...postFields,
  targetUser: z.nullable(UserCard),
  /** The words of the reply. Null while they are locked for this reader. */
  replyContent: z.nullable(z.string()),
  replyBoostThreshold: z.nullable(count),
  replyIsRevealed: z.nullable(z.boolean()),
  replyBoostCount: z.nullable(count),
  parentId: z.nullable(Id),
};
export const ActivityItem = named(
  'ActivityItem',
  z.discriminatedUnion('kind', [
    named('QuestionActivity', z.extend(Question, { ...activityFields, replyBoostThreshold: count })),
    named('AnswerActivity', z.extend(Discussion, activityFields)),
    named('PodcastActivity', z.extend(Podcast, activityFields)),
  ]),
);
export type ActivityItem = z.infer<typeof ActivityItem>;

export const ProfileStats = z.object({
  boostsGiven: count,
  boostsReceived: count,
  answersGiven: count,
  questionsAsked: count,
});
export type ProfileStats = z.infer<typeof ProfileStats>;

export const Profile = named(
  'Profile',
  z.object({
    user: z.union([OwnUser, User]),
    content: z.array(ContentItem),
    activity: z.array(ActivityItem),
    reposts: Feed,
    stats: ProfileStats,
  }),
);
export type Profile = z.infer<typeof Profile>;

export const PostKind = z.enum(['answer', 'podcast']);
export type PostKind = z.infer<typeof PostKind>;
export const ActivityItems = /* @__PURE__ */ z.array(ActivityItem);
