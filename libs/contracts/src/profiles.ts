import * as z from 'zod/mini';
import { named } from './named.js';
import { OwnUser, User, UserCard } from './people.js';
import { Podcast } from './podcasts.js';
import { Id, Instant, integer } from './primitives.js';
import { Discussion, Feed, itemFields, Question } from './questions.js';

const count = integer(0);

/** What an act in a profile adds to the content that it was about; null where the act has no such thing. */
const activityFields = {
  ...itemFields,
  /** When the act was done; `createdAt` is when its content was. */
  actedAt: Instant,
  /** Whom the question was asked. */
  targetUser: z.nullable(UserCard),
  /** The reply that was given; withheld like any reply. */
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

export const ProfileStats = z.object({ boostsGiven: count, boostsReceived: count, answersGiven: count, questionsAsked: count });
export type ProfileStats = z.infer<typeof ProfileStats>;

/** Everything public about a person; the lists are newest first. */
export const Profile = named(
  'Profile',
  z.object({ user: z.union([OwnUser, User]), content: Feed, activity: z.array(ActivityItem), reposts: Feed, stats: ProfileStats }),
);
export type Profile = z.infer<typeof Profile>;
