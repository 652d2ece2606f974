import { type CallContext, contentRpc, type Notification, type NotificationView, notificationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { aboutQuestionId, presentNotification } from '../present/notification.js';
import { BatchedCache } from './batched-cache.js';
import type { People } from './people.js';
import { inChunks, readContext } from './read-context.js';

/** An edited title is shown at the latest after so long. */
const titleFreshMs = 10_000;
const maxTitles = 20_000;

/** A person's notifications with the cards of who acted and the titles of what they are about, in one batched call each. */
export class Inbox {
  readonly #titles: BatchedCache<string>;

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {
    this.#titles = new BatchedCache({
      freshMs: titleFreshMs,
      maxEntries: maxTitles,
      load: async (ids, correlationId) => {
        const asked = inChunks(ids).map((questionIds) => rpc.call(contentRpc.titles, { questionIds }, readContext(correlationId)));
        return new Map((await Promise.all(asked)).flatMap(({ titles }) => titles.map(({ questionId, title }) => [questionId, title])));
      },
    });
  }

  /** Newest first. */
  async page(wanted: { before: string | null; limit: number }, context: CallContext): Promise<Notification[]> {
    const { notifications } = await this.rpc.call(notificationRpc.inbox, wanted, context);
    return this.#present(notifications, context.correlationId);
  }

  /** What a rung bell shows; null when it has been read or has gone since. */
  async news(accountId: string): Promise<{ notification: Notification; unread: number } | null> {
    const context = { ...readContext(), accountId };
    const { newest, unread } = await this.rpc.call(notificationRpc.news, {}, context);
    const [notification] = await this.#present(newest ? [newest] : [], context.correlationId);
    return notification ? { notification, unread } : null;
  }

  async #present(views: readonly NotificationView[], correlationId: string): Promise<Notification[]> {
    const [cards, titles] = await Promise.all([
      this.people.cards(
        views.map(({ actorId }) => actorId),
        correlationId,
      ),
      this.#titlesOf(views, correlationId),
    ]);
    return views.map((view) => presentNotification(view, cards, titles));
  }

  /** While content is out of reach notifications go without titles. */
  #titlesOf(views: readonly NotificationView[], correlationId: string): Promise<ReadonlyMap<string, string>> {
    const ids = views.map(aboutQuestionId).filter((id) => id !== null);
    return this.#titles.many(ids, correlationId).catch(() => new Map());
  }
}
