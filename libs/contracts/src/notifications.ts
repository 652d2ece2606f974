import { z } from 'zod';
import { UserCard } from './people.js';
import { ContentType, Id, Instant } from './primitives.js';

export const NotificationType = z.enum(['boost', 'repost', 'comment', 'question', 'report', 'report_resolved', 'other']);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z
  .object({
    id: Id,
    type: NotificationType,
    message: z.string(),
    isRead: z.boolean(),
    createdAt: Instant,
    contentType: ContentType.nullable(),
    contentId: Id.nullable(),
    /** Where a discussion leads. */
    questionId: Id.nullable(),
    actor: UserCard.nullable(),
    /** Grouped acts. */
    count: z.number().int().min(1),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** `reports` is null for everyone but ambassadors. */
export const UnreadCount = z
  .object({ unread: z.number().int().min(0), reports: z.number().int().min(0).nullable() })
  .meta({ id: 'UnreadCount' });
export type UnreadCount = z.infer<typeof UnreadCount>;
