import type { Notification } from '@hearsay/contracts';

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
    const groups = new Map<string, [Notification, ...Notification[]]>();
    for (const notification of page) {
      const group = groups.get(contentOf(notification));
      if (group) group.push(notification);
      else groups.set(contentOf(notification), [notification]);
    }
    return [...groups].map(([content, notifications]): NotificationGroup => {
      const title = notifications.find((notification) => notification.title !== null)?.title ?? null;
      return { key: `${number} ${content}`, title, notifications };
    });
  });
}

/** The sentence without the title that the server quotes in it. */
export const withoutTitle = (message: string): string => message.replace(/( under|:)? “.*”/s, '');
