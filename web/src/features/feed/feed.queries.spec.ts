import type { FeedItem } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { question } from '../../../test/sample-content.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
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
  it('begins anew with its first page, as old as it was', () => {
    const { client, shown } = withPages('a', 'b', 'c');
    keepFirstPage(client, queryKey);
    expect(shown()).toEqual(['a']);
    expect(client.getQueryData(queryKey)?.pageParams).toEqual([{ page: 1, anchor: null }]);
    expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: readAt, isInvalidated: false });
  });

  it('stays out of date if it was: what one has just asked must appear', async () => {
    const { client } = withPages('a', 'b');
    await client.invalidateQueries({ queryKey: queryKeys.feed.all });
    keepFirstPage(client, queryKey);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('takes opened words into every list that shows the question', () => {
    const { client } = withPages('a', 'b');
    const before = client.getQueryData(queryKey)?.pages;
    refreshInFeeds(client, question([], { id: 'b', description: 'Heard.', isRevealed: true, boostCount: 3 }));
    const items = client.getQueryData(queryKey)?.pages.flatMap((page) => page.items);
    expect(items).toMatchObject([
      { id: 'a', description: null },
      { id: 'b', description: 'Heard.', boostCount: 3, activityType: 'created' },
    ]);
    // Pages without it are not drawn again.
    const after = client.getQueryData(queryKey)?.pages;
    expect([after?.[0] === before?.[0], after?.[1] === before?.[1]]).toEqual([true, false]);
  });
});
