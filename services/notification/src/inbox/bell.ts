import { type EventData, type LiveBell, liveSubjects, type NotificationView, type Notified } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import { messageOf } from './message.js';

/** A notification that has just been told. */
export const newView = (notified: EventData<typeof Notified>, createdAt: string): NotificationView => ({
  id: notified.notificationId,
  type: notified.type,
  message: messageOf(notified),
  isRead: false,
  createdAt,
  contentType: notified.contentType,
  contentId: notified.contentId,
  questionId: notified.questionId,
  actorId: notified.actorId,
  count: notified.count,
});

/** Tells a person's open pages; `notification` null: only the number changed. */
export const bell = (accountId: string, notification: NotificationView | null, unread: number): LiveMessage => ({
  subject: liveSubjects.bell(accountId),
  data: { accountId, notification, unread } satisfies LiveBell,
});
