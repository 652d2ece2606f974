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

/** The kinds of release 0.9.0. Its processes fail on others, and its gateways do not name those that they show. */
export const earliestKinds: readonly NotificationKind[] = [
  ...(['boost', 'comment', 'reply', 'reveal', 'level-up', 'asked', 'approved', 'repost', 'follow'] as const),
  ...(['report', 'report-resolved', 'wipe', 'wipe-undone'] as const),
];
/** Kinds that the caller shows. Notifications of other kinds are left out. */
const ShownKinds = z._default(z.array(z.string()), [...earliestKinds]);

/** The gateway adds the actor's card, the title and the sentence, whose words are content's. */
export const NotificationView = z.extend(z.omit(Notification, { actor: true, message: true, title: true }), {
  kind: NotificationKind,
  actorId: z.nullable(Id),
  level: z.nullable(integer(1)),
});
export type NotificationView = z.infer<typeof NotificationView>;

/**
 * The acting account's inbox, newest first. `before`: id of the last notification seen, `at`: its `createdAt`. With
 * `at` the page continues there, even if that notification has changed. Without `at` it continues at the notification's
 * present or last place, or at its first act if that place is unknown.
 */
export const inbox = query(
  'inbox',
  { before: z.nullable(Id), at: z.optional(Instant), limit: integer(1, 100), kinds: ShownKinds, mutes: ViewersMutes },
  { notifications: z.array(NotificationView) },
);
export const unread = query('unread', { mutes: ViewersMutes }, { unread: integer(0) });
/** `newest`: the newest unread notification of these kinds; null when it was read or removed since. */
export const news = query(
  'news',
  { kinds: ShownKinds, mutes: ViewersMutes },
  { unread: integer(0), newest: z.nullable(NotificationView) },
);

/** @throws `not_found` for an unknown notification or another person's */
export const markRead = command('mark-read', { id: Id }, {});
export const markQuestionRead = command('mark-question-read', { questionId: Id }, {});
export const markAllRead = command('mark-all-read', {}, {});
/** Unknown ids and those of other people are passed over. `delete` only marks reports as read. */
export const changeNotifications = command(
  'change-notifications',
  { ids: z.array(Id).check(z.maxLength(100)), change: z.enum(['read', 'delete']) },
  {},
);
export const deleteNotification = command('delete-notification', { id: Id }, {});

export const preferences = query('preferences', {}, { preferences: NotificationPreferences });
/** Acts that happen while a switch is off are never shown. */
export const setPreferences = command('set-preferences', NotificationPreferencesBody.shape, {
  preferences: NotificationPreferences,
});
