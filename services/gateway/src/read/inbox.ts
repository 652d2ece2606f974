import {
  type CallContext,
  contentRpc,
  type Mutes,
  type Notification,
  type NotificationView,
  notificationRpc,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentNotification, type TitledContent, titledContentOf } from '../present/notification.js';
import type { People } from './people.js';
import { visitorContext } from './read-context.js';

const kinds = notificationRpc.NotificationKind.options;

export class Inbox {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  /** Newest first. `before` is the id of the last notification that the client has, and `at` the time it had there. */
  async page(
    wanted: { before: string | null; at?: string; limit: number; mutes?: Mutes | undefined },
    context: CallContext,
  ): Promise<Notification[]> {
    const { notifications } = await this.rpc.call(notificationRpc.inbox, { ...wanted, kinds }, context);
    return this.#present(notifications, context);
  }

  /** The newest unread notification. Null if there is none, because it was read or removed since the bell. */
  async news(accountId: string, mutes?: Mutes): Promise<{ notification: Notification; unread: number } | null> {
    const context = { ...visitorContext(), accountId };
    const { newest, unread } = await this.rpc.call(notificationRpc.news, { kinds, mutes }, context);
    const [notification] = await this.#present(newest ? [newest] : [], context);
    return notification ? { notification, unread } : null;
  }

  async #present(views: readonly NotificationView[], context: CallContext): Promise<Notification[]> {
    const [cards, titles] = await Promise.all([
      this.people.cards(
        views.map(({ actorId }) => actorId),
        context.correlationId,
      ),
      this.#titlesOf(views, context),
    ]);
    return views.map((view) => presentNotification(view, cards, titles));
  }

  /** Titles by content id. Null for content that is gone. Lacks titles that content did not return. */
  async #titlesOf(
    views: readonly NotificationView[],
    { accountId, correlationId }: CallContext,
  ): Promise<ReadonlyMap<string, string | null>> {
    // Reads as the recipient, because only asker and target see the title of a pending question.
    const context = { ...visitorContext(correlationId), accountId };
    const titled = views.map(titledContentOf).filter((one) => one !== null);
    const titlesOf = async (
      type: TitledContent['contentType'],
      read: (ids: string[]) => Promise<(readonly [id: string, title: string])[]>,
    ) => {
      const ids = [...new Set(titled.flatMap(({ contentType, id }) => (contentType === type ? id : [])))];
      const found = ids.length > 0 ? await read(ids).catch(() => null) : [];
      return found ? [...ids.map((id) => [id, null] as const), ...found] : [];
    };
    const lists = await Promise.all([
      titlesOf('question', async (questionIds) => {
        const { titles } = await this.rpc.call(contentRpc.titles, { questionIds }, context);
        return titles.map(({ questionId, title }) => [questionId, title] as const);
      }),
      titlesOf('podcast', async (ids) => {
        const { titles } = await this.rpc.call(contentRpc.podcastTitles, { ids }, context);
        return titles.map(({ id, title }) => [id, title] as const);
      }),
    ]);
    return new Map<string, string | null>(lists.flat());
  }
}
