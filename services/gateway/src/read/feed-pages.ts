import {
  type CallContext,
  contentRpc,
  type FeedSort,
  isAnchorOfFollowed,
  limits,
  Refusal,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import { EncodedJson } from '../present/encoded-json.js';
import { LatestReads } from './latest-reads.js';
import { ListedItems, type ListedViews, presentFeedItems } from './listed-items.js';
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

/** A page with what stands on it, in the visitor's form. */
interface FilledPage {
  readonly anchor: string | null;
  readonly views: ListedViews;
  readonly encoded: EncodedJson;
}

/** How many bytes of written pages are kept, to be recognised when they are written the same again. */
const maxBytes = 16 * 1024 * 1024;
const nothing = EncodedJson.of([]);
/** Ours are shorter. */
const longestAnchor = 500;

/**
 * The feed: what stands on a page, then the things themselves. A page that is the same for everyone is asked for, filled in and written once for all
 * who wait for it, signed in or not; nobody joins what was asked for before they came. What is a viewer's own is laid over it afterwards.
 */
export class FeedPages {
  /** A flight lasts until its pages are written: whoever comes meanwhile shares the next one, and the more come, the less does each cost. */
  readonly #shared: LatestReads<PromiseSettledResult<FilledPage>>;
  readonly #written = new LRUCache<string, EncodedJson>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => 2 * text.length,
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly listed: ListedItems,
  ) {
    this.#shared = new LatestReads((wishes) => this.#readShared(wishes));
  }

  /** @throws Refusal `anchor_expired` */
  async page(wanted: FeedWish, context: CallContext): Promise<{ encoded: EncodedJson; anchor: string | null }> {
    const { sort, anchor, page: number, limit, followersOnly } = wanted;
    const isTooDeep = (number - 1) * limit >= limits.listDepth;
    const isNobodys = followersOnly && context.accountId === null;
    if (anchor === null && (isTooDeep || isNobodys)) return { encoded: nothing, anchor: null };
    if (anchor !== null && anchor.length > longestAnchor) throw new Refusal('anchor_expired');
    // An anchor says itself which list it is of: what stands beside it counts nothing.
    const wish: FeedWish =
      anchor === null
        ? { sort, anchor, page: number, limit, followersOnly }
        : { sort: 'recent', anchor, page: 1, limit, followersOnly: false };
    const key = JSON.stringify(wish);
    const isOwnList = anchor === null ? followersOnly : isAnchorOfFollowed(anchor);
    const filled =
      isOwnList && context.accountId !== null
        ? await this.#fill(await this.rpc.call(contentRpc.feed, wish, context), key)
        : await this.#sharedPage(key);
    const own = await this.listed.withOwn(filled.views, context);
    return { encoded: own ? EncodedJson.of(presentFeedItems(own)) : filled.encoded, anchor: filled.anchor };
  }

  /** What content is asked here is asked as a visitor: an anchor of somebody's own list brings nothing. */
  async #sharedPage(key: string): Promise<FilledPage> {
    const shared = await this.#shared.one(key);
    if (shared?.status === 'fulfilled') return shared.value;
    throw shared?.reason;
  }

  async #fill({ items, anchor }: Page, key: string): Promise<FilledPage> {
    const views = await this.listed.views(items);
    const encoded = EncodedJson.of(presentFeedItems(views), this.#written.get(key));
    this.#written.set(key, encoded);
    return { anchor, views, encoded };
  }

  async #readShared(wishes: readonly string[]): Promise<Map<string, PromiseSettledResult<FilledPage>>> {
    const context = readContext();
    const answers = await Promise.allSettled(
      wishes.map(async (wish) =>
        this.#fill(await this.rpc.call(contentRpc.feed, JSON.parse(wish) as FeedWish, context), wish),
      ),
    );
    return new Map(wishes.map((wish, index) => [wish, answers[index]!]));
  }
}
