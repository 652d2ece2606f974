import * as z from 'zod/mini';
import { Notification } from '../notifications.js';
import { Id, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/** A notification before the gateway adds the actor's card. */
export const NotificationView = z.extend(z.omit(Notification, { actor: true }), { actorId: z.nullable(Id) });
export type NotificationView = z.infer<typeof NotificationView>;

/** The acting account's inbox, newest first; `before` = id of the last one seen. */
export const inbox = query(
  'notification',
  'inbox',
  z.object({ before: z.nullable(Id), limit: integer(1, 100) }),
  z.object({ notifications: z.array(NotificationView) }),
);
export const unread = query('notification', 'unread', z.object({}), z.object({ unread: integer(0) }));

/** A notification that is unknown, or somebody else's, is refused as `not_found`. */
export const markRead = command('notification', 'mark-read', z.object({ id: Id }), z.object({}));
export const markAllRead = command('notification', 'mark-all-read', z.object({}), z.object({}));
export const deleteNotification = command('notification', 'delete-notification', z.object({ id: Id }), z.object({}));
