import * as z from 'zod/mini';
import { named } from './named.js';
import { UserCard } from './people.js';
import { ContentType, Id, Instant, integer } from './primitives.js';

export const NotificationType = z.enum(['boost', 'repost', 'comment', 'question', 'report', 'report_resolved', 'other']);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = named(
  'Notification',
  z.object({
    id: Id,
    type: NotificationType,
    message: z.string(),
    isRead: z.boolean(),
    createdAt: Instant,
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
    /** The question that a discussion leads to; null for everything else. */
    questionId: z.nullable(Id),
    actor: z.nullable(UserCard),
    /** How many acts this notification stands for. */
    count: integer(1),
  }),
);
export type Notification = z.infer<typeof Notification>;
export const Notifications = z.array(Notification);

/** `reports` is null for everyone but ambassadors. */
export const UnreadCount = named('UnreadCount', z.object({ unread: integer(0), reports: z.nullable(integer(0)) }));
export type UnreadCount = z.infer<typeof UnreadCount>;
