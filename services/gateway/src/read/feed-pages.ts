import { type CallContext, contentRpc, isFollowedAnchor, limits, Refusal, type RpcInput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { EncodedJson } from '../present/encoded-json.js';
import { LatestReads, loadOneByOne } from './latest-reads.js';
import { ListedItems, type ListedViews, presentFeedItems } from './listed-items.js';
import { visitorContext } from './read-context.js';

/** The page after `anchor`, or a page by its number from 1. */
type FeedRequest = Readonly<RpcInput<typeof contentRpc.feed>>;

type NearlyHeard = Readonly<RpcInput<typeof contentRpc.nearlyHeard>>;

interface FilledPage {
  readonly anchor: string | null;
  readonly views: ListedViews;
  readonly encoded: EncodedJson;
}

const nothing = new EncodedJson([]);
/** Maximum length of an anchor. Every valid anchor is shorter. */
const longestAnchor = 500;

/** Simultaneous readers of a page share one read. The viewer's own fields are added afterwards. */
export class FeedPages {
  /** Pages as a visitor sees them. So the anchor of a feed of followed people returns no items here. */
  readonly #shared = new LatestReads(
    loadOneByOne((request) => this.#read(JSON.parse(request) as FeedRequest, visitorContext())),
  );

  readonly #nearlyHeard = new LatestReads(
    loadOneByOne((request) => this.#readNearlyHeard(JSON.parse(request) as NearlyHeard)),
  );

  constructor(
    private readonly rpc: RpcClient,
    private readonly listed: ListedItems,
  ) {}

  async nearlyHeard(wanted: NearlyHeard, context: CallContext): Promise<EncodedJson> {
    const views = wanted.mutes
      ? await this.#readNearlyHeard(wanted)
      : (await this.#nearlyHeard.getOne(JSON.stringify(wanted)))!;
    return new EncodedJson(presentFeedItems((await this.listed.addOwnFields(views, context)) ?? views));
  }

  /** Leaves out questions that are open by now, because a lock may open after content has answered. */
  async #readNearlyHeard(wanted: NearlyHeard): Promise<ListedViews> {
    const { items } = await this.rpc.call(contentRpc.nearlyHeard, wanted, visitorContext());
    const views = await this.listed.views(items);
    return { ...views, listed: views.listed.filter(({ kind, view }) => kind === 'question' && !view.isRevealed) };
  }

  /** @throws Refusal `anchor_expired` */
  async page(wanted: FeedRequest, context: CallContext): Promise<{ encoded: EncodedJson; anchor: string | null }> {
    const { sort, anchor, page: number, limit, followersOnly = false, mutes } = wanted;
    const isTooDeep = (number - 1) * limit >= limits.listDepth;
    const isNobodys = followersOnly && context.accountId === null;
    if (anchor === null && (isTooDeep || isNobodys)) return { encoded: nothing, anchor: null };
    if (anchor !== null && anchor.length > longestAnchor) throw new Refusal('anchor_expired');
    // An anchor identifies its list, so `sort`, `page` and `followersOnly` do not matter.
    const request: FeedRequest =
      anchor === null
        ? { sort, anchor, page: number, limit, followersOnly, mutes }
        : { sort: 'recent', anchor, page: 1, limit, followersOnly: false, mutes };
    const isOwnList = anchor === null ? followersOnly : isFollowedAnchor(anchor);
    const filled =
      (isOwnList || mutes) && context.accountId !== null
        ? await this.#read(request, context)
        : (await this.#shared.getOne(JSON.stringify(request)))!;
    const own = await this.listed.addOwnFields(filled.views, context);
    return { encoded: own ? new EncodedJson(presentFeedItems(own)) : filled.encoded, anchor: filled.anchor };
  }

  /** A page without the viewer's own fields. */
  async #read(request: FeedRequest, context: CallContext): Promise<FilledPage> {
    const { items, anchor } = await this.rpc.call(contentRpc.feed, request, context);
    const views = await this.listed.views(items);
    return { anchor, views, encoded: new EncodedJson(presentFeedItems(views)) };
  }
}
