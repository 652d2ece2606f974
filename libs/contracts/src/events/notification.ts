import { z } from 'zod';
import { NotificationType } from '../notifications.js';
import { ContentType, Id } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

/** The boost behind a notification. Acts of a pair are compared by `toggle`: a later one wins, whatever arrives first. */
const boostAct = z.object({ boostId: Id, toggle: z.number().int() });

/** One act more in a notification; the first creates it. The recipient of content of an anonymous author is sealed. */
export const Notified = event(
  'notification',
  'Notified',
  z.object({
    notificationId: Id,
    recipient: Owner,
    /** `comment` goes to the question's owner, `reply` to the author of the message that was answered. */
    kind: z.enum(['boost', 'comment', 'reply', 'reveal', 'level-up']),
    type: NotificationType,
    /** Null when the actor is anonymous or nobody. */
    actorId: Id.nullable(),
    contentType: ContentType.nullable(),
    contentId: Id.nullable(),
    questionId: Id.nullable(),
    /** For level-up. */
    level: z.number().int().nullable(),
    count: z.number().int().min(1),
    /** Null for everything but boosts. */
    boostAct: boostAct.nullable(),
  }),
);
/**
 * An act was undone: `count` is what is left of an unread notification, 0 = it is gone. Null: it had been read or deleted
 * before; a read one only counts one act less.
 */
export const NotificationRetracted = event(
  'notification',
  'NotificationRetracted',
  z.object({ notificationId: Id, boostAct, count: z.number().int().min(0).nullable() }),
);
export const NotificationsRead = event('notification', 'NotificationsRead', z.object({ notificationIds: z.array(Id) }));
export const NotificationDeleted = event('notification', 'NotificationDeleted', z.object({ notificationId: Id, wasUnread: z.boolean() }));
