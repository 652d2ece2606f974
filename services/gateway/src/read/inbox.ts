import {
  type CallContext,
  contentRpc,
  type Notification,
  type NotificationView,
  notificationRpc,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentNotification, type Titled, titledBy } from '../present/notification.js';
import { BatchedCache } from './batched-cache.js';
import type { People } from './people.js';
import { inParts, readContext } from './read-context.js';

const titleFreshMs = 10_000;
const maxTitles = 20_000;

const titlesBy = (ask: (ids: string[], context: CallContext) => Promise<[id: string, title: string][]>) =>
  new BatchedCache<string>({
    freshMs: titleFreshMs,
    maxEntries: maxTitles,
    load: async (ids, correlationId) => new Map(await inParts(ids, (some) => ask(some, readContext(correlationId)))),
  });

export class Inbox {
  readonly #titlesOfQuestions: BatchedCache<string>;
  readonly #titlesOfPodcasts: BatchedCache<string>;

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {
    this.#titlesOfQuestions = titlesBy(async (questionIds, context) => {
      const { titles } = await rpc.call(contentRpc.titles, { questionIds }, context);
      return titles.map(({ questionId, title }) => [questionId, title]);
    });
    this.#titlesOfPodcasts = titlesBy(async (ids, context) => {
      const { titles } = await rpc.call(contentRpc.podcastTitles, { ids }, context);
      return titles.map(({ id, title }) => [id, title]);
    });
  }

  /** Newest first. `before` is the last notification that the client has, `at` its time then. */
  async page(
    wanted: { before: string | null; at?: string; limit: number },
    context: CallContext,
  ): Promise<Notification[]> {
    const { notifications } = await this.rpc.call(notificationRpc.inbox, wanted, context);
    return this.#present(notifications, context);
  }

  /** Null if the newest notification was read or removed in the meantime. */
  async news(accountId: string): Promise<{ notification: Notification; unread: number } | null> {
    const context = { ...readContext(), accountId };
    const { newest, unread } = await this.rpc.call(notificationRpc.news, {}, context);
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

  /** Maps content that is gone to null. Without an answer from the content service, titles are missing. */
  async #titlesOf(
    views: readonly NotificationView[],
    context: CallContext,
  ): Promise<ReadonlyMap<string, string | null>> {
    const { correlationId } = context;
    const titled = views.map(titledBy).filter((one) => one !== null);
    const idsOf = (type: Titled['contentType']) =>
      titled.filter(({ contentType }) => contentType === type).map(({ id }) => id);
    const unreached = () => null;
    // Resolving a report often removes its content, so the cached title may be stale.
    for (const view of views.filter(({ kind }) => kind === 'report-resolved')) {
      const id = titledBy(view)?.id;
      if (id !== undefined) for (const cache of [this.#titlesOfQuestions, this.#titlesOfPodcasts]) cache.forget(id);
    }
    const [ofQuestions, ofPodcasts] = await Promise.all([
      this.#titlesOfQuestions.many(idsOf('question'), correlationId).catch(unreached),
      this.#titlesOfPodcasts.many(idsOf('podcast'), correlationId).catch(unreached),
    ]);
    const waiting = await this.#titlesOfWaiting(
      idsOf('question').filter((id) => !ofQuestions?.has(id)),
      context,
    ).catch(unreached);
    const answered = [...(waiting ? idsOf('question') : []), ...(ofPodcasts ? idsOf('podcast') : [])];
    const gone = answered.map((id) => [id, null] as const);
    return new Map<string, string | null>([...gone, ...(ofQuestions ?? []), ...(ofPodcasts ?? []), ...(waiting ?? [])]);
  }

  /** Only two people see a pending question's title, so it is not cached. */
  async #titlesOfWaiting(ids: readonly string[], context: CallContext): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { titles } = await this.rpc.call(contentRpc.titles, { questionIds: [...new Set(ids)] }, context);
    return new Map(titles.map(({ questionId, title }) => [questionId, title]));
  }
}
