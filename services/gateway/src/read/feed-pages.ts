import { type CallContext, contentRpc, type FeedItem, type FeedSort, limits, type RpcOutput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LatestReads } from './latest-reads.js';
import { ListedItems } from './listed-items.js';
import { readContext } from './read-context.js';

/** A page of the feed: after an anchor, or by its number from 1. */
export interface FeedWish {
  readonly sort: FeedSort;
  readonly anchor: string | null;
  readonly page: number;
  readonly limit: number;
  /** Only what stands in the names of the people whom the viewer follows. */
  readonly followersOnly: boolean;
}

type Page = RpcOutput<typeof contentRpc.feed>;

/** The feed: what stands on a page, then the things themselves. Pages that are the same for everyone are asked for once for all who wait. */
export class FeedPages {
  readonly #shared: LatestReads<PromiseSettledResult<Page>>;

  constructor(
    private readonly rpc: RpcClient,
    private readonly listed: ListedItems,
  ) {
    this.#shared = new LatestReads((wishes) => this.#readShared(wishes));
  }

  /** @throws Refusal `anchor_expired` */
  async page(wanted: FeedWish, context: CallContext): Promise<{ items: FeedItem[]; anchor: string | null }> {
    const isTooDeep = wanted.anchor === null && (wanted.page - 1) * wanted.limit >= limits.listDepth;
    const isNobodys = wanted.followersOnly && context.accountId === null;
    if (isTooDeep || isNobodys) return { items: [], anchor: null };
    const { items, anchor } = await this.#places(wanted, context);
    return { items: await this.listed.items(items, context), anchor };
  }

  /** What the anchor fixes is in it: a reader of others' anchors gets what the anchor says or nothing. */
  async #places({ sort, anchor, page, limit, followersOnly }: FeedWish, context: CallContext): Promise<Page> {
    const wish = { sort, anchor, page: anchor === null ? page : 1, limit, followersOnly };
    // An anchor may be one of the people whom the viewer follows.
    if (context.accountId !== null && (followersOnly || anchor !== null)) return this.rpc.call(contentRpc.feed, wish, context);
    const shared = await this.#shared.one(JSON.stringify(wish));
    if (shared?.status === 'fulfilled') return shared.value;
    throw shared?.reason;
  }

  async #readShared(wishes: readonly string[]): Promise<Map<string, PromiseSettledResult<Page>>> {
    const context = readContext();
    const questions = wishes.map((wish) => this.rpc.call(contentRpc.feed, JSON.parse(wish) as FeedWish, context));
    const answers = await Promise.allSettled(questions);
    return new Map(wishes.map((wish, index) => [wish, answers[index]!]));
  }
}
