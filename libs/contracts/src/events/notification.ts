import * as z from 'zod/mini';
import { ContentType, Id, Instant, integer } from '../primitives.js';
import { event, Owner } from './definitions.js';

/** What is told of once: a question asked of somebody, its approval, a repost, a follower, a report, its end, a wipe and its undoing. */
export const ActKind = z.enum([
  'asked',
  'approved',
  'repost',
  'follow',
  'report',
  'report-resolved',
  'wipe',
  'wipe-undone',
]);
export type ActKind = z.infer<typeof ActKind>;

/** Of the recipient's inbox: every telling takes the next one, so what was told after a person looked is known from it. */
const number = integer(1);

/** A boost as it stands after the event. Acts of a pair are compared by `toggle`: a later one wins, whatever arrives first. */
const BoostAct = z.object({
  boostId: Id,
  boosterId: Id,
  /** Of the act itself. */
  at: Instant,
  toggle: integer(1),
  isBoosted: z.boolean(),
  /** The notification that counts it, or counted it until it was taken back; null: none ever did. */
  notificationId: z.nullable(Id),
});

/**
 * What boosts of one content, given and taken back, have changed in its owner's inbox: one event for all of them that arrived together.
 * The recipient of content of an anonymous author is sealed; the author's own boosts are told like anybody's and hidden from view.
 */
export const BoostsNotified = event(
  'notification',
  'BoostsNotified',
  'internal',
  z.object({
    recipient: Owner,
    contentType: ContentType,
    contentId: Id,
    questionId: Id,
    /** The unread notification that boosts of this content join; null: there is none, only read ones have changed. */
    notificationId: z.nullable(Id),
    /** Null beside a null `notificationId`. */
    number: z.nullable(number),
    /** Boosts that stand in it now; 0: it is hidden until one of them comes back. */
    count: integer(0),
    boosts: z.array(BoostAct),
    /** Boosts taken back that stood in read notifications, as many of each as `count`. */
    fewer: z.array(z.object({ notificationId: Id, count: integer(1) })),
    /** Boosts given again that read notifications have told, as many of each as `count`. */
    more: z.optional(z.array(z.object({ notificationId: Id, count: integer(1) }))),
  }),
);

/** Replies under one question that arrived together for one person: they stand in one notification while it is unread. */
export const RepliesNotified = event(
  'notification',
  'RepliesNotified',
  'internal',
  z.object({
    recipient: Owner,
    /** `comment` goes to the question's owner, `reply` to the author of the messages that were answered. */
    kind: z.enum(['comment', 'reply']),
    questionId: Id,
    questionOwner: Owner,
    notificationId: Id,
    number,
    /** Replies in it now, with those that its recipient does not see because they are their own. */
    count: integer(1),
    /** In the order in which they came. */
    replies: z.array(z.object({ replyId: Id, author: Owner, at: Instant })),
  }),
);

/** A question's words are open to everyone now; told once. */
export const RevealNotified = event(
  'notification',
  'RevealNotified',
  'internal',
  z.object({ recipient: Owner, questionId: Id, notificationId: Id, number }),
);

export const LevelNotified = event(
  'notification',
  'LevelNotified',
  'internal',
  z.object({ recipient: Owner, level: integer(1), notificationId: Id, number }),
);

/**
 * A person is told of one act, once. Whether the act still stands is looked up when they look: a repost taken back, content removed and a
 * follow ended leave the event as it is.
 */
export const ActNotified = event(
  'notification',
  'ActNotified',
  'internal',
  z.object({
    recipient: Owner,
    kind: ActKind,
    /** Null for nobody and for the anonymous. */
    actorId: z.nullable(Id),
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
    /** Where a discussion leads. */
    questionId: z.nullable(Id),
    /** Of a repost, which may be taken back, or of a report. */
    actId: z.nullable(Id),
    notificationId: Id,
    number,
  }),
);
