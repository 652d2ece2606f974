import { type EventData, type LiveBell, liveSubjects, type NotificationView, type Notified } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import { messageOf } from './message.js';

/** A notification that has just been told. */
export const newView = (told: EventData<typeof Notified>, createdAt: string): NotificationView => ({
  id: told.notificationId,
  type: told.type,
  message: messageOf(told),
  isRead: false,
  createdAt,
  contentType: told.contentType,
  contentId: told.contentId,
  questionId: told.questionId,
  actorId: told.actorId,
  count: told.count,
});

/** Tells a person's open pages; `notification` null: only the number changed. */
export const bell = (accountId: string, notification: NotificationView | null, unread: number): LiveMessage => ({
  subject: liveSubjects.bell(accountId),
  data: { accountId, notification, unread } satisfies LiveBell,
});
