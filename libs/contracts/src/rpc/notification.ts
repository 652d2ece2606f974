import * as z from 'zod/mini';
import { ActKind } from '../events/notification.js';
import { Notification } from '../notifications.js';
import { NotificationPreferences } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/** What a notification tells; the sentence is made of it. */
export const NotificationKind = z.enum(['boost', 'comment', 'reply', 'reveal', 'level-up', ...ActKind.options]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** A notification before the gateway adds the actor's card, the title and the sentence: words are content's. */
export const NotificationView = z.extend(z.omit(Notification, { actor: true, message: true, title: true }), {
  kind: NotificationKind,
  actorId: z.nullable(Id),
  /** For `level-up`. */
  level: z.nullable(integer(1)),
});
export type NotificationView = z.infer<typeof NotificationView>;

/**
 * The acting account's inbox, newest first; `before` = id of the last one seen, `at` = its `createdAt`. With it the page goes on from where that one was seen,
 * whatever has become of it; without it, from where it stands or stood last, and from its first act where nothing is known of it any more.
 */
export const inbox = query(
  'notification',
  'inbox',
  z.object({ before: z.nullable(Id), at: z.optional(Instant), limit: integer(1, 100) }),
  z.object({ notifications: z.array(NotificationView) }),
);
export const unread = query('notification', 'unread', z.object({}), z.object({ unread: integer(0) }));
/** What a rung bell shows: the newest unread notification, null when it has been read or has gone since. */
export const news = query(
  'notification',
  'news',
  z.object({}),
  z.object({ unread: integer(0), newest: z.nullable(NotificationView) }),
);

/** A notification that is unknown, or somebody else's, is refused as `not_found`. */
export const markRead = command('notification', 'mark-read', z.object({ id: Id }), z.object({}));
/** Everything that is about one question. */
export const markQuestionRead = command(
  'notification',
  'mark-question-read',
  z.object({ questionId: Id }),
  z.object({}),
);
export const markAllRead = command('notification', 'mark-all-read', z.object({}), z.object({}));
export const deleteNotification = command('notification', 'delete-notification', z.object({ id: Id }), z.object({}));

/** The acting account's switches; all are on until one is turned off. */
export const preferences = query(
  'notification',
  'preferences',
  z.object({}),
  z.object({ preferences: NotificationPreferences }),
);
/** What is absent stays. What happens while a switch is off is never shown. */
export const setPreferences = command(
  'notification',
  'set-preferences',
  z.partial(NotificationPreferences),
  z.object({ preferences: NotificationPreferences }),
);
