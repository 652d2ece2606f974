import type { Notification, NotificationView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';

/** A notification with its actor's card; anonymous acts have none. */
export const presentNotification = (view: NotificationView, cards: Cards): Notification => ({
  id: view.id,
  type: view.type,
  message: view.message,
  isRead: view.isRead,
  createdAt: view.createdAt,
  contentType: view.contentType,
  contentId: view.contentId,
  questionId: view.questionId,
  actor: (view.actorId && cards.get(view.actorId)) || null,
  count: view.count,
});
