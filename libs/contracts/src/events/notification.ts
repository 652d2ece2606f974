import * as z from 'zod/mini';
import { ContentType, Id, Instant, integer } from '../primitives.js';
import { definitionsOf, Owner } from './definitions.js';

const { internal } = definitionsOf('notification');

export const ActKind = z.enum([
  'asked',
  'approved',
  'repost',
  'follow',
  'report',
  'report-resolved',
  'wipe',
  'wipe-undone',
  'role',
  'answered',
  'watched-answered',
]);
export type ActKind = z.infer<typeof ActKind>;

/** Each notice takes the next number of its recipient's inbox, so a later number means news since the last look. */
const number = integer(1);

/** The state of a boost after the event. The act of a pair with the highest `toggle` wins, in any order of arrival. */
const BoostAct = z.object({
  boostId: Id,
  boosterId: Id,
  at: Instant,
  toggle: integer(1),
  isBoosted: z.boolean(),
  /** The notification that counts the boost, or counted it before it was taken back; null = none ever counted it. */
  notificationId: z.nullable(Id),
});

/** Includes boosts that were taken back, and the author's own boosts, which are hidden from view. */
export const BoostsNotified = internal('BoostsNotified', {
  recipient: Owner,
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  /** The unread notification that the boosts join; null = only read notifications have changed. */
  notificationId: z.nullable(Id),
  number: z.nullable(number),
  /** Boosts in the notification now; 0 hides it until a boost returns. */
  count: integer(0),
  boosts: z.array(BoostAct),
  /** Read notifications that lost boosts: `count` were taken back from each. */
  fewer: z.array(z.object({ notificationId: Id, count: integer(1) })),
  /** Read notifications that regained boosts: `count` were given again to each. */
  more: z.optional(z.array(z.object({ notificationId: Id, count: integer(1) }))),
});

/** Replies under one question that arrived together for one person. They share one notification while it is unread. */
export const RepliesNotified = internal('RepliesNotified', {
  recipient: Owner,
  /** `comment` goes to the question's owner, `reply` to the author of the answered reply. */
  kind: z.enum(['comment', 'reply']),
  questionId: Id,
  questionOwner: Owner,
  notificationId: Id,
  number,
  /** Includes the recipient's own replies, which they do not see. */
  count: integer(1),
  replies: z.array(z.object({ replyId: Id, author: Owner, at: Instant })),
});

export const RevealNotified = internal('RevealNotified', {
  recipient: Owner,
  questionId: Id,
  notificationId: Id,
  number,
});

export const LevelNotified = internal('LevelNotified', {
  recipient: Owner,
  level: integer(1),
  notificationId: Id,
  number,
});

/**
 * For a person whose boost helped to open a question, or who watches it. An anonymous author who did so gets it too, and
 * does not see it.
 */
export const OpeningNotified = internal('OpeningNotified', {
  recipient: Owner,
  questionId: Id,
  questionOwner: Owner,
  /** The number of boosts at the opening. */
  boosts: integer(0),
  /** The recipient gave no boost, but watches the question. */
  isWatcher: z.optional(z.literal(true)),
  notificationId: Id,
  number,
});

/** The event stays when a repost is taken back or content is removed, so reads check whether the act still applies. */
export const ActNotified = internal('ActNotified', {
  recipient: Owner,
  kind: ActKind,
  /** Null for anonymous people and without an actor. */
  actorId: z.nullable(Id),
  contentType: z.nullable(ContentType),
  contentId: z.nullable(Id),
  questionId: z.nullable(Id),
  /** The id of a repost, which may be taken back, or of a report. */
  actId: z.nullable(Id),
  /** The asker of a watched question. An anonymous one who watches it gets the notice too, and does not see it. */
  questionOwner: z.optional(Owner),
  notificationId: Id,
  number,
});
