import { type CallContext, contentRpc, type FeedItem, type FeedSort, limits, type QuestionView, type RpcOutput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { questionRef } from '../present/cards-and-counts.js';
import { presentFeedItem } from '../present/feed-item.js';
import { Counters } from './counters.js';
import { LatestReads } from './latest-reads.js';
import { People } from './people.js';
import { inChunks, readContext } from './read-context.js';
import { SizedCache } from './sized-cache.js';

/** How many bytes of views are kept in memory. */
const maxBytes = 24 * 1024 * 1024;
/** What a view takes in memory beside its words. */
const viewBytes = 600;

/** A page of the feed: after an anchor, or by its number from 1. */
export interface FeedWish {
  readonly sort: FeedSort;
  readonly anchor: string | null;
  readonly page: number;
  readonly limit: number;
}

type Listed = RpcOutput<typeof contentRpc.feed>;

/**
 * The feed: which questions stand on a page, then the questions themselves. These are kept in the visitor's form as of a number
 * of their room, which the list brings anew each time; what is a viewer's own is laid over them afterwards.
 */
export class FeedPages {
  readonly #lists: LatestReads<PromiseSettledResult<Listed>>;
  readonly #views: LatestReads<QuestionView>;
  readonly #kept = new SizedCache<QuestionView>(
    maxBytes,
    ({ title, description }) => viewBytes + 2 * (title.length + (description?.length ?? 0)),
  );

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
  ) {
    this.#lists = new LatestReads((wishes) => this.#readLists(wishes));
    this.#views = new LatestReads((ids) => this.#readViews(ids));
  }

  /** @throws Refusal `anchor_expired` */
  async page(wanted: FeedWish, context: CallContext): Promise<{ items: FeedItem[]; anchor: string | null }> {
    const isTooDeep = wanted.anchor === null && (wanted.page - 1) * wanted.limit >= limits.listDepth;
    if (isTooDeep) return { items: [], anchor: null };
    const { items, anchor } = await this.#list(wanted);
    const [visitors, own, counts] = await Promise.all([
      this.#questions(items),
      this.#ownOf(items, context),
      this.counters.of(
        items.map(({ id }) => questionRef(id)),
        context,
      ),
    ]);
    const views = visitors.map((view) => {
      const mine = own.get(view.id);
      return mine ? { ...view, isMine: true, description: view.description ?? mine.words } : view;
    });
    const cards = await this.people.cards(
      views.flatMap(({ authorId, targetId }) => [authorId, targetId]),
      context.correlationId,
    );
    return { items: views.map((view) => presentFeedItem(view, cards, counts)), anchor };
  }

  async #list({ sort, anchor, page, limit }: FeedWish): Promise<Listed> {
    const listed = await this.#lists.one(JSON.stringify({ sort, anchor, page: anchor === null ? page : 1, limit }));
    if (listed?.status === 'fulfilled') return listed.value;
    throw listed?.reason;
  }

  async #readLists(wishes: readonly string[]): Promise<Map<string, PromiseSettledResult<Listed>>> {
    const context = readContext();
    const questions = wishes.map((wish) => this.rpc.call(contentRpc.feed, JSON.parse(wish) as FeedWish, context));
    const answers = await Promise.allSettled(questions);
    return new Map(wishes.map((wish, index) => [wish, answers[index]!]));
  }

  /** In the order of the list; what was removed meanwhile is missing. */
  async #questions(items: Listed['items']): Promise<QuestionView[]> {
    const isOld = ({ id, lastNumber }: Listed['items'][number]) => (this.#kept.get(id)?.lastNumber ?? -1) < lastNumber;
    const missing = items.filter(isOld).map(({ id }) => id);
    const known = items.flatMap(({ id }) => (missing.includes(id) ? [] : (this.#kept.get(id) ?? [])));
    const read = missing.length > 0 ? await this.#views.many(missing) : new Map<string, QuestionView>();
    const byId = new Map([...known.map((view): [string, QuestionView] => [view.id, view]), ...read]);
    return items.flatMap(({ id }) => byId.get(id) ?? []);
  }

  async #readViews(ids: readonly string[]): Promise<Map<string, QuestionView>> {
    const context = readContext();
    const views = (await Promise.all(inChunks(ids).map((some) => this.#readAll(some, context)))).flat();
    for (const view of views) this.#kept.put(view.id, view);
    return new Map(views.map((view) => [view.id, view]));
  }

  /** Content answers as many as a message has room for: asks on for the rest. */
  async #readAll(ids: readonly string[], context: CallContext): Promise<QuestionView[]> {
    const views: QuestionView[] = [];
    for (let from = 0; from < ids.length; ) {
      const answer = await this.rpc.call(contentRpc.questionViews, { ids: ids.slice(from) }, context);
      views.push(...answer.questions);
      from += Math.max(1, answer.to);
    }
    return views;
  }

  async #ownOf(items: Listed['items'], context: CallContext) {
    if (context.accountId === null || items.length === 0) return new Map<string, { words: string | null }>();
    const { questions } = await this.rpc.call(contentRpc.ownQuestions, { ids: items.map(({ id }) => id) }, context);
    return new Map(questions.map((own) => [own.id, own]));
  }
}
