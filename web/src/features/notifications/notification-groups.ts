import type { Notification } from '@hearsay/contracts';
import { groupBy } from '../../shared/lists/group-by.ts';

export interface NotificationGroup {
  readonly key: string;
  readonly title: string | null;
  /** Newest first. */
  readonly notifications: readonly [Notification, ...Notification[]];
}

const contentOf = ({ id, contentType, contentId, questionId }: Notification): string =>
  (contentType === 'discussion' ? questionId : null) ?? contentId ?? id;

/** Groups notifications about one content, each page for itself, so that no row moves between pages. */
export function groupNotifications(pages: readonly (readonly Notification[])[]): NotificationGroup[] {
  return pages.flatMap((page, number) => {
    return [...groupBy(page, contentOf)].map(([content, notifications]): NotificationGroup => {
      const title = notifications.find((notification) => notification.title !== null)?.title ?? null;
      return { key: `${number} ${content}`, title, notifications };
    });
  });
}

/** The sentence without the title that the server quotes in it. */
export const withoutTitle = (message: string): string => message.replace(/( under|:)? “.*”/s, '');
