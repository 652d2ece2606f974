import { describe, expect, it } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/cache.ts';
import { removeFromFeeds, removeRepostFromLists } from './list-cache.ts';

it('a deleted repost is removed everywhere, but its content and other reposts stay', () => {
  const client = new QueryClient();
  const repostBy = (reposterUserId: string, id = 'q') => ({ id, repostData: { reposterUserId } });
  const question = { id: 'q', repostData: null };
  const items = [repostBy('maya'), question, repostBy('jonas'), repostBy('maya', 'other')];
  const left = items.slice(1);
  const feed = [...queryKeys.feed.all, 'recent'];
  const person = [...queryKeys.person.all, 'maya'];
  client.setQueryData(feed, { pages: [{ items }, { items: [] }], pageParams: [null, 2] });
  client.setQueryData(person, { user: { id: 'maya' }, content: [question], activity: items, reposts: items });
  removeRepostFromLists(client, 'q', 'maya');
  expect(client.getQueryData(feed)).toEqual({ pages: [{ items: left }, { items: [] }], pageParams: [null, 2] });
  expect(client.getQueryData(person)).toEqual({
    user: { id: 'maya' },
    content: [question],
    activity: left,
    reposts: left,
  });
});

it.each([
  ['a thing', (client: QueryClient) => removeFromFeeds(client, 'gone')],
  ['a repost', (client: QueryClient) => removeRepostFromLists(client, 'gone', 'maya')],
])('a removed item does not return with the next page: %s', async (_what, takeOut) => {
  const client = new QueryClient();
  const item = (id: string) => ({ id, repostData: { reposterUserId: 'maya' } });
  const pages = [
    Promise.resolve([item('gone'), item('first')]),
    Promise.withResolvers<unknown[]>(),
    Promise.resolve([item('second')]),
  ];
  const list = new InfiniteQueryObserver(client, {
    queryKey: [...queryKeys.feed.all, 'recent'],
    queryFn: async ({ signal: _ }) => {
      const page = pages.shift();
      return { items: await (page && 'promise' in page ? page.promise : page) };
    },
    initialPageParam: 1,
    getNextPageParam: (_last, all) => all.length + 1,
  });
  const stop = list.subscribe(() => undefined);
  await list.refetch({ cancelRefetch: false });
  const late = pages[0] as PromiseWithResolvers<unknown[]>;
  const reading = list.fetchNextPage();
  takeOut(client);
  late.resolve([item('second')]);
  await reading;
  await list.fetchNextPage();
  expect(list.getCurrentResult().data?.pages).toEqual([{ items: [item('first')] }, { items: [item('second')] }]);
  stop();
});

describe('an item that was removed from lists and could not be deleted', () => {
  const repost = (id: string, reposterUserId: string) => ({ id, repostData: { reposterUserId } });
  const plain = (id: string, more: object = {}) => ({ id, ...more });
  const pagesOf = (...pages: object[][]) => ({
    pages: pages.map((items) => ({ items })),
    pageParams: pages.map((_, page) => page),
  });
  const feed = [...queryKeys.feed.all, 'recent'];
  const own = queryKeys.ownContent.list('maya');

  it('a restored item gets its former place, and later changes of the list remain', () => {
    const client = new QueryClient();
    client.setQueryData(
      feed,
      pagesOf(
        [plain('a'), plain('gone'), plain('b'), repost('gone', 'lou')],
        [plain('reply', { questionId: 'gone' }), plain('c')],
      ),
    );
    client.setQueryData(own, pagesOf([plain('gone'), plain('mine')]));
    const putBack = removeFromFeeds(client, 'gone');
    client.setQueryData(feed, pagesOf([plain('a', { isRevealed: true })], [plain('c')], [plain('d')]));
    putBack();
    expect(client.getQueryData(feed)).toEqual(
      pagesOf(
        [plain('a', { isRevealed: true }), plain('gone'), repost('gone', 'lou')],
        [plain('reply', { questionId: 'gone' }), plain('c')],
        [plain('d')],
      ),
    );
    expect(client.getQueryData(own)).toEqual(pagesOf([plain('gone'), plain('mine')]));
  });

  it('a restored item is not doubled in a list that was read again', () => {
    const client = new QueryClient();
    client.setQueryData(feed, pagesOf([plain('gone'), plain('a')]));
    client.setQueryData(own, pagesOf([plain('gone')]));
    const putBack = removeFromFeeds(client, 'gone');
    const anew = pagesOf([plain('new'), plain('gone'), plain('a')]);
    client.setQueryData(feed, anew);
    client.removeQueries({ queryKey: own });
    putBack();
    expect(client.getQueryData(feed)).toEqual(anew);
    expect(client.getQueryData(own)).toBeUndefined();
  });
});
