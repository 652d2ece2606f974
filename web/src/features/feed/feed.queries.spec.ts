import { limits } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { fakeApi } from '../../../test/page.tsx';
import { asFeedItem, listedQuestion, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { removeFromFeeds } from '../../shared/lists/list-cache.ts';
import { updateQuestionInFeeds } from '../../shared/lists/update-cached-lists.ts';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { feedQueries, keepFirstPage } from './feed.queries.ts';

const { queryKey } = feedQueries.list({ sortBy: 'recent', isFollowing: false }, '');
const item = (id: string) => asFeedItem(listedQuestion({ id }));
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
  it('a feed starts again with its first page and keeps the time of its read', () => {
    const { client, shown } = withPages('a', 'b', 'c');
    keepFirstPage(client, queryKey);
    expect(shown()).toEqual(['a']);
    expect(client.getQueryData(queryKey)?.pageParams).toEqual([{ page: 1, anchor: null }]);
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: false });
  });

  it('opened words appear in every list that has the question', () => {
    const { client } = withPages('a', 'b');
    const pages = () => client.getQueryData(queryKey)?.pages ?? [];
    const [first, second] = pages();
    const opened = { description: 'Heard.', isRevealed: true, boostCount: 3, title: 'Better', isEdited: true };
    updateQuestionInFeeds(client, sampleQuestion([], { id: 'b', ...opened }));
    updateQuestionInFeeds(client, sampleQuestion([], { id: 'of no list' }));
    expect(pages()[0]).toBe(first);
    expect(pages()[1]).not.toBe(second);
    expect(pages()[1]?.items).toMatchObject([{ id: 'b', activityType: 'created', ...opened }]);
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: false });
  });

  it.each([
    ['it starts again', (client: QueryClient) => keepFirstPage(client, queryKey)],
    ['a question changes', (client: QueryClient) => updateQuestionInFeeds(client, sampleQuestion([], { id: 'a' }))],
  ])('a stale feed stays stale when %s, so that an own new question appears', async (_how, change) => {
    const { client } = withPages('a', 'b');
    await client.invalidateQueries({ queryKey: queryKeys.feed.all });
    change(client);
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: true });
  });
});

it.each([
  [limits.feedPage, true],
  [limits.feedPage - 1, false],
])('a feed with %s items on its last page has more: %s, even after a deletion', async (length, hasMore) => {
  const items = Array.from({ length }, (_, index) => item(sampleId(index + 1)));
  fakeApi(() => Response.json(items, { headers: { 'X-Feed-Anchor': 'then' } }));
  const client = createQueryClient();
  const feed = new InfiniteQueryObserver(client, feedQueries.list({ sortBy: 'recent', isFollowing: false }, ''));
  const stop = feed.subscribe(() => undefined);
  await feed.refetch({ cancelRefetch: false });
  expect(feed.getCurrentResult().hasNextPage).toBe(hasMore);
  removeFromFeeds(client, sampleId(3));
  expect(feed.getCurrentResult()).toMatchObject({
    hasNextPage: hasMore,
    data: { pages: [{ items: { length: length - 1 } }] },
  });
  stop();
});
