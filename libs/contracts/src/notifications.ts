import * as z from 'zod/mini';
import { UserCard } from './people.js';
import { ContentType, Id, Instant, integer, named } from './primitives.js';

export const NotificationType = z.enum([
  'boost',
  'repost',
  'comment',
  'question',
  'report',
  'report_resolved',
  'other',
]);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = named(
  'Notification',
  z.object({
    id: Id,
    /** A type of a newer server is read as `other`. */
    type: z.catch(NotificationType, 'other'),
    message: z.string(),
    isRead: z.boolean(),
    createdAt: Instant,
    /** `role` means that the person became an ambassador. */
    contentType: z.catch(z.nullable(z.enum([...ContentType.options, 'role'])), null),
    contentId: z.nullable(Id),
    questionId: z.nullable(Id),
    /** The last person who acted. Null if that person is anonymous, or if no person acted. */
    actor: z.nullable(UserCard),
    count: integer(1),
    title: z.nullable(z.string()),
  }),
);
export type Notification = z.infer<typeof Notification>;
export const Notifications = z.array(Notification);

export const NotificationIds = z.object({ ids: z.array(Id).check(z.maxLength(100)) });
export type NotificationIds = z.input<typeof NotificationIds>;

/** Marks the notifications about one question, or the listed notifications, as read. */
export const ReadNotifications = z
  .object({ questionId: z.optional(Id), ids: z.optional(NotificationIds.shape.ids) })
  .check(
    z.refine(({ questionId, ids }) => (questionId === undefined) !== (ids === undefined), {
      error: 'Send either questionId or ids',
      path: ['ids'],
    }),
  );

/** After a change of listed notifications, `unread` is the number of unread notifications. */
export const ChangedNotifications = named(
  'ChangedNotifications',
  z.object({ success: z.literal(true), unread: z.optional(integer(0)) }),
);

/** `reports` is the number of open reports, and null for everyone but ambassadors. */
export const UnreadCount = named('UnreadCount', z.object({ unread: integer(0), reports: z.nullable(integer(0)) }));
export type UnreadCount = z.infer<typeof UnreadCount>;
