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
    /** An answer of a newer server may hold a type that this reader does not know: it counts as any other news. */
    type: z.catch(NotificationType, 'other'),
    message: z.string(),
    isRead: z.boolean(),
    createdAt: Instant,
    contentType: z.catch(z.nullable(ContentType), null),
    contentId: z.nullable(Id),
    /** The question that a discussion leads to; null for everything else. */
    questionId: z.nullable(Id),
    /** Who acted last; null where nobody is named. */
    actor: z.nullable(UserCard),
    /** How many acts this notification stands for. */
    count: integer(1),
    /** Of the question or episode that it is about. */
    title: z.nullable(z.string()),
  }),
);
export type Notification = z.infer<typeof Notification>;
export const Notifications = z.array(Notification);

/** Marks all that is about one question as read. */
export const ReadOfQuestion = z.object({ questionId: Id });

/** `reports` is null for everyone but ambassadors. */
export const UnreadCount = named('UnreadCount', z.object({ unread: integer(0), reports: z.nullable(integer(0)) }));
export type UnreadCount = z.infer<typeof UnreadCount>;
