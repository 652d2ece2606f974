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
    /** A type of a newer server counts as other news. */
    type: z.catch(NotificationType, 'other'),
    message: z.string(),
    isRead: z.boolean(),
    createdAt: Instant,
    contentType: z.catch(z.nullable(ContentType), null),
    contentId: z.nullable(Id),
    questionId: z.nullable(Id),
    /** The last actor; null when no person is named. */
    actor: z.nullable(UserCard),
    count: integer(1),
    title: z.nullable(z.string()),
  }),
);
export type Notification = z.infer<typeof Notification>;
export const Notifications = z.array(Notification);

export const ReadOfQuestion = z.object({ questionId: Id });

/** `reports` is null except for ambassadors. */
export const UnreadCount = named('UnreadCount', z.object({ unread: integer(0), reports: z.nullable(integer(0)) }));
export type UnreadCount = z.infer<typeof UnreadCount>;
