import { isolateDirection } from '@hearsay/contracts';
import { figures } from './language.ts';

export const notificationTexts = {
  bell: (unread: number) => `Notifications, ${unread} unread`,
  title: 'Heard about you',
  windowTitle: 'Notifications',
  inbox: 'Inbox',
  tab: 'Notifications',
  reports: 'Reports',
  failed: 'Error loading notifications',
  empty: 'All quiet. Ask something, and you will hear of it here.',
  waiting: 'Loading notifications',
  markAllRead: 'Mark all as read',
  unread: 'unread',
  remove: (message: string) => `Delete notification: ${message}`,
  removeAll: (title: string) => `Delete all notifications about ${isolateDirection(title)}`,
  removed: 'Notification deleted',
  removedAll: 'Notifications deleted',
  each: (title: string) => `Each notification about ${isolateDirection(title)}`,
  more: (others: number) => `and ${figures(others)} more`,
  unreadOf: (unread: number) => `${figures(unread)} unread`,
  removeFailed: { title: 'Failed to delete', text: 'Could not delete the notification.' },
  latestBy: (username: string) => `latest by ${username}`,
  withOthers: (username: string, others: number) =>
    `${username} and ${figures(others)} ${others === 1 ? 'other' : 'others'}`,
};
