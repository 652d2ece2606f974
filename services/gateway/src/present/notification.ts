import type { Notification, NotificationView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';
import { messageOf } from './notification-message.js';

/** The question that a notification is about, if any: its title is shown. */
export const aboutQuestionId = ({ contentType, contentId, questionId }: NotificationView): string | null =>
  contentType === 'question' ? contentId : questionId;

/** A notification with its sentence, its actor's card and the title of what it is about; anonymous acts have no card. */
export const presentNotification = (view: NotificationView, cards: Cards, titles: ReadonlyMap<string, string>): Notification => {
  const about = aboutQuestionId(view);
  const title = (about !== null && titles.get(about)) || null;
  return {
    id: view.id,
    type: view.type,
    message: messageOf(view, title),
    isRead: view.isRead,
    createdAt: view.createdAt,
    contentType: view.contentType,
    contentId: view.contentId,
    questionId: view.questionId,
    actor: (view.actorId && cards.get(view.actorId)) || null,
    count: view.count,
    title,
  };
};
