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

/**
 * Each notice takes the next number of its recipient's inbox. If the highest number has risen since the last read, a
 * notice has arrived or changed.
 */
const number = integer(1);

/** The state of one boost after the event. Of acts with the same pair, the one with the highest `toggle` counts. */
const BoostAct = z.object({
  boostId: Id,
  boosterId: Id,
  at: Instant,
  toggle: integer(1),
  isBoosted: z.boolean(),
  /**
   * The notification that counts the boost, or counted it until the boost was taken back. Null if no notification ever
   * counted the boost.
   */
  notificationId: z.nullable(Id),
});

/** Boosts of one content, also those that were taken back. The author's own boosts are included, but not shown. */
export const BoostsNotified = internal('BoostsNotified', {
  recipient: Owner,
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  /** The unread notification to which the boosts are added. Null if only read notifications have changed. */
  notificationId: z.nullable(Id),
  number: z.nullable(number),
  /**
   * The number of boosts in the notification after the event. 0 hides the notification until a boost is given again.
   */
  count: integer(0),
  boosts: z.array(BoostAct),
  /** Notifications that were already read and lost `count` boosts, because these boosts were taken back. */
  fewer: z.array(z.object({ notificationId: Id, count: integer(1) })),
  /** Notifications that were already read and regained `count` boosts, because these boosts were given again. */
  more: z.optional(z.array(z.object({ notificationId: Id, count: integer(1) }))),
});

/**
 * Replies under one question that arrived together for one person. All of them are added to one notification while it
 * is unread.
 */
export const RepliesNotified = internal('RepliesNotified', {
  recipient: Owner,
  /** `comment` goes to the question's owner, `reply` to the author of the answered reply. */
  kind: z.enum(['comment', 'reply']),
  questionId: Id,
  questionOwner: Owner,
  notificationId: Id,
  number,
  /** Includes the recipient's own replies, although the notification does not show these. */
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
 * Notifies a person who boosted a question before it opened, or who watches it. An anonymous author of the question
 * gets this event too, but does not see the notification.
 */
export const OpeningNotified = internal('OpeningNotified', {
  recipient: Owner,
  questionId: Id,
  questionOwner: Owner,
  /** The number of boosts at the moment of opening. */
  boosts: integer(0),
  /** True if the recipient watches the question and has not boosted it. */
  isWatcher: z.optional(z.literal(true)),
  notificationId: Id,
  number,
});

/** Notifies a person of an act, such as a repost. Reads check whether the act was taken back later. */
export const ActNotified = internal('ActNotified', {
  recipient: Owner,
  kind: ActKind,
  /** Null if the actor is anonymous, or if no person acted. */
  actorId: z.nullable(Id),
  contentType: z.nullable(ContentType),
  contentId: z.nullable(Id),
  questionId: z.nullable(Id),
  /** The id of a repost, which may be taken back, or of a report. */
  actId: z.nullable(Id),
  /**
   * The asker of a watched question. An anonymous asker who watches it gets the event too, but does not see the notice.
   */
  questionOwner: z.optional(Owner),
  notificationId: Id,
  number,
});
