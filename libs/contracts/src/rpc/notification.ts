import * as z from 'zod/mini';
import { ActKind } from '../events/notification.js';
import { Notification } from '../notifications.js';
import { NotificationPreferences } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

export const NotificationKind = z.enum(['boost', 'comment', 'reply', 'reveal', 'level-up', ...ActKind.options]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** The gateway adds the actor's card, the title and the sentence, whose words are content's. */
export const NotificationView = z.extend(z.omit(Notification, { actor: true, message: true, title: true }), {
  kind: NotificationKind,
  actorId: z.nullable(Id),
  level: z.nullable(integer(1)),
});
export type NotificationView = z.infer<typeof NotificationView>;

/**
 * The acting account's inbox, newest first; `before` = id of the last one seen, `at` = its `createdAt`. With `at` the
 * page continues from there, even if that notification has changed. Without it, from its present or last place, and if
 * that is unknown from its first act.
 */
export const inbox = query(
  'notification',
  'inbox',
  z.object({ before: z.nullable(Id), at: z.optional(Instant), limit: integer(1, 100) }),
  z.object({ notifications: z.array(NotificationView) }),
);
export const unread = query('notification', 'unread', z.object({}), z.object({ unread: integer(0) }));
/** `newest`: the newest unread notification; null when it was read or removed since. */
export const news = query(
  'notification',
  'news',
  z.object({}),
  z.object({ unread: integer(0), newest: z.nullable(NotificationView) }),
);

/** @throws `not_found` for an unknown notification or another person's */
export const markRead = command('notification', 'mark-read', z.object({ id: Id }), z.object({}));
export const markQuestionRead = command(
  'notification',
  'mark-question-read',
  z.object({ questionId: Id }),
  z.object({}),
);
export const markAllRead = command('notification', 'mark-all-read', z.object({}), z.object({}));
export const deleteNotification = command('notification', 'delete-notification', z.object({ id: Id }), z.object({}));

export const preferences = query(
  'notification',
  'preferences',
  z.object({}),
  z.object({ preferences: NotificationPreferences }),
);
/** Absent fields are unchanged. Acts while a switch is off are never shown. */
export const setPreferences = command(
  'notification',
  'set-preferences',
  z.partial(NotificationPreferences),
  z.object({ preferences: NotificationPreferences }),
);
