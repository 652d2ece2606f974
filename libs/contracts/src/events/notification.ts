import * as z from 'zod/mini';
import { NotificationType } from '../notifications.js';
import { ContentType, Id, integer } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

/** The boost behind a notification. Acts of a pair are compared by `toggle`: a later one wins, whatever arrives first. */
const boostAct = z.object({ boostId: Id, toggle: integer() });

/** One act more in a notification; the first creates it. The recipient of content of an anonymous author is sealed. */
export const Notified = event(
  'notification',
  'Notified',
  'internal',
  z.object({
    notificationId: Id,
    recipient: Owner,
    /** `comment` goes to the question's owner, `reply` to the author of the reply that was answered. */
    kind: z.enum(['boost', 'comment', 'reply', 'reveal', 'level-up']),
    type: NotificationType,
    /** Null when the actor is anonymous or nobody. */
    actorId: z.nullable(Id),
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
    questionId: z.nullable(Id),
    /** The new level of a level-up; null for every other kind. */
    level: z.nullable(integer()),
    count: integer(1),
    /** Null for everything but boosts. */
    boostAct: z.nullable(boostAct),
  }),
);
/**
 * An act was undone: `count` is what is left of an unread notification, 0 = it is gone. Null: it had been read or deleted
 * before; a read one only counts one act less.
 */
export const NotificationRetracted = event(
  'notification',
  'NotificationRetracted',
  'internal',
  z.object({ notificationId: Id, boostAct, count: z.nullable(integer(0)) }),
);
export const NotificationsRead = event('notification', 'NotificationsRead', 'internal', z.object({ notificationIds: z.array(Id) }));
export const NotificationDeleted = event(
  'notification',
  'NotificationDeleted',
  'internal',
  z.object({ notificationId: Id, wasUnread: z.boolean() }),
);
