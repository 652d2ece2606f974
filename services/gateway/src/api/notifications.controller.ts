import {
  ChangedNotifications,
  Id,
  limits,
  Notification,
  NotificationIds,
  notificationRpc,
  ReadNotifications,
  Success,
  UnreadCount,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import { type ApiRequest, mutesOf, requireSignedIn, type WithBody, type WithQuery } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Inbox } from '../read/inbox.js';
import { Reports } from '../read/moderation.js';

const ofOneself = ['userId', 'id'];
const InboxQuery = z.object({ before: z.optional(Id), userId: z.string().optional() });
type InboxRequest = WithQuery<typeof InboxQuery>;
const inboxCall = {
  summary: "One's own notifications, newest first",
  query: InboxQuery,
  answer: z.array(Notification),
  needsSession: true,
  hasETag: true,
} as const;

@ApiController('api/notifications', 'Notifications')
export class NotificationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly inboxes: Inbox,
    private readonly reports: Reports,
  ) {}

  @ApiGet('', inboxCall)
  inbox({ call }: InboxRequest): Promise<Notification[]> {
    const wanted = { before: call.query.before ?? null, limit: limits.notificationsPage, mutes: mutesOf(call) };
    return this.inboxes.page(wanted, call.context);
  }

  @ApiGet('unread-count', { summary: 'What the bell shows', answer: UnreadCount, needsSession: true, hasETag: true })
  async unread({ call }: ApiRequest): Promise<UnreadCount> {
    const { unread } = await this.rpc.call(notificationRpc.unread, { mutes: mutesOf(call) }, call.context);
    const { isAmbassador, accountId } = requireSignedIn(call);
    return { unread, reports: isAmbassador ? await this.reports.pending(accountId, call.context.correlationId) : null };
  }
  @ApiGet(':id', { ...inboxCall, actor: ofOneself })
  inboxOf(request: InboxRequest): Promise<Notification[]> {
    return this.inbox(request);
  }
  @ApiPost('read', {
    summary: 'Mark all about one question, or the listed ones, as read',
    body: ReadNotifications,
    answer: ChangedNotifications,
    limit: 'notifications',
  })
  async readSome({ call }: WithBody<typeof ReadNotifications>) {
    const { questionId, ids } = call.body;
    if (ids) return this.#change(call, ids, 'read');
    await this.rpc.call(notificationRpc.markQuestionRead, { questionId: questionId! }, call.context);
    return { success: true };
  }

  @ApiDelete('', {
    summary: 'Delete the listed ones; reports are only marked as read',
    body: NotificationIds,
    answer: ChangedNotifications,
    limit: 'notifications',
  })
  deleteSome({ call }: WithBody<typeof NotificationIds>) {
    return this.#change(call, call.body.ids, 'delete');
  }

  @ApiPost(':id/read', { summary: 'Mark one as read', answer: Success, limit: 'notifications' })
  async read({ call, params: { id } }: ApiRequest) {
    await this.rpc.call(notificationRpc.markRead, { id }, call.context);
    return { success: true };
  }

  @ApiPost(':id/read-all', { summary: 'Mark all as read', actor: ofOneself, answer: Success, limit: 'notifications' })
  async readAll({ call }: ApiRequest) {
    await this.rpc.call(notificationRpc.markAllRead, {}, call.context);
    return { success: true };
  }

  async #change(call: ApiRequest['call'], ids: readonly string[], change: 'read' | 'delete') {
    await this.rpc.call(notificationRpc.changeNotifications, { ids: [...ids], change }, call.context);
    const { unread } = await this.rpc.call(notificationRpc.unread, { mutes: mutesOf(call) }, call.context);
    return { success: true, unread };
  }

  @ApiDelete(':id', { summary: 'Delete one', answer: Success, limit: 'notifications' })
  async delete({ call, params: { id } }: ApiRequest) {
    await this.rpc.call(notificationRpc.deleteNotification, { id }, call.context);
    return { success: true };
  }
}
