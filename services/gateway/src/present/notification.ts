import type { Notification, NotificationView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';
import { messageOf } from './notification-message.js';

/** What has the title that is shown: the question that a notification is about or that its reply lies under, or an episode. */
export type Titled = { readonly contentType: 'question' | 'podcast'; readonly id: string };

/** Null where a notification is about nothing that has a title. */
export const titledBy = ({ contentType, contentId, questionId }: NotificationView): Titled | null => {
  if (contentType === 'podcast') return contentId === null ? null : { contentType, id: contentId };
  const id = contentType === 'question' ? contentId : questionId;
  return id === null ? null : { contentType: 'question', id };
};

/**
 * A notification with its sentence, its actor's card and the title of what it is about, by id (null: it has gone, absent: unknown); anonymous acts have no
 * card.
 */
export const presentNotification = (
  view: NotificationView,
  cards: Cards,
  titles: ReadonlyMap<string, string | null>,
): Notification => {
  const about = titledBy(view);
  const known = about ? titles.get(about.id) : undefined;
  const title = known ?? null;
  return {
    id: view.id,
    type: view.type,
    message: messageOf(view, title, known === null),
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
