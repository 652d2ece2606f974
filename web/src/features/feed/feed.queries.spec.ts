import { type FeedItem, limits } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { fakeApi } from '../../../test/page.tsx';
import { idOf, question } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { takeOutOfFeeds } from '../../shared/lists/list-cache.ts';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { feedQueries, keepFirstPage, refreshInFeeds } from './feed.queries.ts';

const { queryKey } = feedQueries.list({ sortBy: 'recent', isFollowing: false }, '');
const item = (id: string): FeedItem => ({ ...question([]), id, activityType: 'created', repostData: null });
const readAt = Date.now() - 60_000;

function withPages(...ids: string[]) {
  const client = createQueryClient();
  client.setQueryData(
    queryKey,
    {
      pages: ids.map((id) => ({ items: [item(id)], anchor: id })),
      pageParams: ids.map((_, index) => ({ page: index + 1, anchor: null })),
    },
    { updatedAt: readAt },
  );
  const shown = () => client.getQueryData(queryKey)?.pages.map(({ items }) => items[0]?.id);
  return { client, shown };
}

describe('a feed that has been read', () => {
  it('starts again with its first page and keeps the time of its read', () => {
    const { client, shown } = withPages('a', 'b', 'c');
    keepFirstPage(client, queryKey);
    expect(shown()).toEqual(['a']);
    expect(client.getQueryData(queryKey)?.pageParams).toEqual([{ page: 1, anchor: null }]);
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: false });
  });

  it('stays out of date if it was, so that an own new question appears', async () => {
    const { client } = withPages('a', 'b');
    await client.invalidateQueries({ queryKey: queryKeys.feed.all });
    keepFirstPage(client, queryKey);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('shows opened words in every list that has the question', () => {
    const { client } = withPages('a', 'b');
    const before = client.getQueryData(queryKey)?.pages;
    const edited = { title: 'Better', isEdited: true };
    refreshInFeeds(
      client,
      question([], { id: 'b', description: 'Heard.', isRevealed: true, boostCount: 3, ...edited }),
    );
    const items = client.getQueryData(queryKey)?.pages.flatMap((page) => page.items);
    expect(items).toMatchObject([
      { id: 'a', description: null },
      { id: 'b', description: 'Heard.', boostCount: 3, activityType: 'created', ...edited },
    ]);
    const after = client.getQueryData(queryKey)?.pages;
    expect([after?.[0] === before?.[0], after?.[1] === before?.[1]]).toEqual([true, false]);
  });

  it('keeps the time of its read after an update, and stays out of date if it was', async () => {
    const { client } = withPages('a', 'b');
    const refresh = (id: string) => refreshInFeeds(client, question([], { id, boostCount: 3 }));
    refresh('b');
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: false });
    await client.invalidateQueries({ queryKey: queryKeys.feed.all });
    refresh('a');
    refresh('of no list');
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: true });
    expect(client.getQueryData(queryKey)?.pages.flatMap(({ items }) => items)).toMatchObject([
      { boostCount: 3 },
      { boostCount: 3 },
    ]);
  });
});

describe('a feed with pages', () => {
  it.each([
    [limits.feedPage, true],
    [limits.feedPage - 1, false],
  ])('with %s items on its last page has more: %s, even after a deletion', async (length, hasMore) => {
    const items = Array.from({ length }, (_, index) => item(idOf(index + 1)));
    fakeApi(() => Response.json(items, { headers: { 'X-Feed-Anchor': 'then' } }));
    const client = createQueryClient();
    const feed = new InfiniteQueryObserver(client, feedQueries.list({ sortBy: 'recent', isFollowing: false }, ''));
    const stop = feed.subscribe(() => undefined);
    await feed.refetch({ cancelRefetch: false });
    expect(feed.getCurrentResult().hasNextPage).toBe(hasMore);
    takeOutOfFeeds(client, idOf(3));
    expect(feed.getCurrentResult()).toMatchObject({
      hasNextPage: hasMore,
      data: { pages: [{ items: { length: length - 1 } }] },
    });
    stop();
  });
});
