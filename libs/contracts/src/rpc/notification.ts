import * as z from 'zod/mini';
import { ActKind } from '../events/notification.js';
import { Notification } from '../notifications.js';
import { NotificationPreferences, NotificationPreferencesBody } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('notification');

export const NotificationKind = z.enum([
  'boost',
  'comment',
  'reply',
  'reveal',
  'opening',
  'heard',
  'level-up',
  ...ActKind.options,
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/**
 * The kinds that release 0.9.0 knows, which are the default. Gateways of that release fail on other kinds, and do not
 * send `kinds`.
 */
export const earliestKinds: readonly NotificationKind[] = [
  ...(['boost', 'comment', 'reply', 'reveal', 'level-up', 'asked', 'approved', 'repost', 'follow'] as const),
  ...(['report', 'report-resolved', 'wipe', 'wipe-undone'] as const),
];
/** The kinds that the caller can show. Notifications of other kinds are left out. */
const ShownKinds = z._default(z.array(z.string()), [...earliestKinds]);

/** A notification without the actor's card, the title and the sentence, which the gateway adds. */
export const NotificationView = z.extend(z.omit(Notification, { actor: true, message: true, title: true }), {
  kind: NotificationKind,
  actorId: z.nullable(Id),
  level: z.nullable(integer(1)),
});
export type NotificationView = z.infer<typeof NotificationView>;

/**
 * The acting account's inbox, newest first. `before` is the id of the last notification on the previous page, and `at`
 * is its `createdAt`. The page begins after this time and id, even if that notification has changed since. Without
 * `at` it begins after the present or last stored time of that notification, or else after the time in its id.
 */
export const inbox = query(
  'inbox',
  { before: z.nullable(Id), at: z.optional(Instant), limit: integer(1, 100), kinds: ShownKinds, mutes: ViewersMutes },
  { notifications: z.array(NotificationView) },
);
export const unread = query('unread', { mutes: ViewersMutes }, { unread: integer(0) });
/**
 * The number of unread notifications, and the newest unread one of these kinds. `newest` is null if there is none.
 */
export const news = query(
  'news',
  { kinds: ShownKinds, mutes: ViewersMutes },
  { unread: integer(0), newest: z.nullable(NotificationView) },
);

/** @throws `not_found` for an unknown notification, or one of another person */
export const markRead = command('mark-read', { id: Id }, {});
export const markQuestionRead = command('mark-question-read', { questionId: Id }, {});
export const markAllRead = command('mark-all-read', {}, {});
/**
 * Marks notifications as read, or deletes them. Unknown ids and ids of other people are ignored. Notifications of
 * reports are only marked as read.
 */
export const changeNotifications = command(
  'change-notifications',
  { ids: z.array(Id).check(z.maxLength(100)), change: z.enum(['read', 'delete']) },
  {},
);
export const deleteNotification = command('delete-notification', { id: Id }, {});

export const preferences = query('preferences', {}, { preferences: NotificationPreferences });
/** Sets the switches. An act that happens while its switch is off is never shown, even later. */
export const setPreferences = command('set-preferences', NotificationPreferencesBody.shape, {
  preferences: NotificationPreferences,
});
