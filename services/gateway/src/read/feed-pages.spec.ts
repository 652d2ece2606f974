import type { CallContext } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FeedPages, type FeedWish } from './feed-pages.js';
import type { ListedItems, ListedViews } from './listed-items.js';

const wish: FeedWish = { sort: 'recent', anchor: null, page: 1, limit: 10, followersOnly: false };
const visitor: CallContext = { correlationId: 'c', accountId: null, deadline: new Date(0).toISOString() };
const nothing: ListedViews = { listed: [], cards: new Map(), counts: new Map() };

describe('pages of the feed', () => {
  // With fake timers no reader waits too long and reads alone.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('are read and encoded once for concurrent readers, never from before they came', async () => {
    let reads = 0;
    const fillings: (() => void)[] = [];
    const read = async () => {
      reads += 1;
      return { items: [], anchor: `${reads}` };
    };
    const rpc = { call: read } as unknown as RpcClient;
    const listed = {
      views: () => new Promise<ListedViews>((resolve) => fillings.push(() => resolve(nothing))),
      withOwn: async () => null,
    } as unknown as ListedItems;
    const pages = new FeedPages(rpc, listed);
    const untilFilling = async (count: number) => {
      while (fillings.length < count) await Promise.resolve();
    };

    const first = pages.page(wish, visitor);
    await untilFilling(1);
    const crowd = [pages.page(wish, visitor)];
    await new Promise((resolve) => process.nextTick(resolve));
    crowd.push(pages.page(wish, visitor), pages.page(wish, visitor));
    await new Promise((resolve) => process.nextTick(resolve));
    expect(reads).toBe(1);
    fillings[0]!();
    await untilFilling(2);
    fillings[1]!();
    expect((await first).anchor).toBe('1');
    expect((await Promise.all(crowd)).map(({ anchor }) => anchor)).toEqual(['2', '2', '2']);
    expect(reads).toBe(2);
  });
});
