import {
  type CallContext,
  type ContentCounts,
  type ContentRef,
  type ContentType,
  contentKey,
  engagementRpc,
  Refusal,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { Counts } from '../present/content.js';
import { BatchedCache } from './batched-cache.js';
import { LatestReads } from './latest-reads.js';
import { callInParts, visitorContext } from './read-context.js';

/** Visitors may see counts of this age. Boosts through this gateway are visible at once. */
const visitorsFreshMs = 1000;
const maxCounts = 50_000;

const refOf = (key: string): ContentRef => {
  const [contentType = '', contentId = ''] = key.split(':');
  return { contentType: contentType as ContentType, contentId };
};

/** Signed-in people get current counts and their own boosts. Visitors get cached counts. */
export class Counters {
  readonly #visitors: BatchedCache<ContentCounts>;
  readonly #latest = new LatestReads<ContentCounts>((keys) => this.#ask(keys.map(refOf), visitorContext()));

  constructor(private readonly rpc: RpcClient) {
    this.#visitors = new BatchedCache({
      freshMs: visitorsFreshMs,
      maxEntries: maxCounts,
      load: (keys, correlationId) => this.#ask(keys.map(refOf), visitorContext(correlationId)),
    });
  }

  /** Counts by content, without content that engagement does not know. */
  async countsOf(items: readonly ContentRef[], context: CallContext): Promise<Counts> {
    if (items.length === 0) return new Map();
    if (context.accountId !== null) return this.#ask(items, context);
    return this.#visitors.getMany(items.map(contentKey), context.correlationId);
  }

  /** @throws Refusal `not_found` */
  async countsOfOne(item: ContentRef, context: CallContext): Promise<ContentCounts> {
    const counts = (await this.countsOf([item], context)).get(contentKey(item));
    if (!counts) throw new Refusal('not_found');
    return counts;
  }

  /** Counts as a visitor sees them, never from the cache. */
  async publicCounts(items: readonly ContentRef[]): Promise<Counts> {
    return items.length === 0 ? new Map() : this.#latest.getMany(items.map(contentKey));
  }

  /** Later visitors get new counts of this content. */
  forgetCounts(item: ContentRef): void {
    this.#visitors.forget(contentKey(item));
  }

  async #ask(items: readonly ContentRef[], context: CallContext): Promise<Map<string, ContentCounts>> {
    const ask = async (some: ContentRef[]) =>
      (await this.rpc.call(engagementRpc.contentCounts, { items: some }, context)).counts;
    return new Map((await callInParts(items, ask)).map((count) => [contentKey(count), count]));
  }
}
