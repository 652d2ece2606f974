import { z } from 'zod';
import { NotificationType } from '../notifications.js';
import { ContentType, Id } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

/** One act more in a notification; the first creates it. The recipient of content of an anonymous author is sealed. */
export const Notified = event(
  'notification',
  'Notified',
  z.object({
    notificationId: Id,
    recipient: Owner,
    kind: z.enum(['boost', 'comment', 'reveal', 'level-up']),
    type: NotificationType,
    /** Null when the actor is anonymous or nobody. */
    actorId: Id.nullable(),
    contentType: ContentType.nullable(),
    contentId: Id.nullable(),
    questionId: Id.nullable(),
    /** For level-up. */
    level: z.number().int().nullable(),
    count: z.number().int().min(1),
  }),
);
/** An act was undone: `count` is what is left; 0 = the notification is gone. */
export const NotificationRetracted = event(
  'notification',
  'NotificationRetracted',
  z.object({ notificationId: Id, count: z.number().int().min(0) }),
);
export const NotificationsRead = event('notification', 'NotificationsRead', z.object({ notificationIds: z.array(Id) }));
export const NotificationDeleted = event('notification', 'NotificationDeleted', z.object({ notificationId: Id }));
