import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { takeRepostOut } from './list-cache.ts';

describe('a repost that was deleted', () => {
  it('leaves every list and profile that is kept; what it was of stays, and so do reposts by others', () => {
    const client = new QueryClient();
    const repostBy = (reposterUserId: string, id = 'q') => ({ id, repostData: { reposterUserId } });
    const question = { id: 'q', repostData: null };
    const items = [repostBy('maya'), question, repostBy('jonas'), repostBy('maya', 'other')];
    const left = items.slice(1);
    const feed = [...queryKeys.feed.all, 'recent'];
    const person = [...queryKeys.person.all, 'maya'];
    client.setQueryData(feed, { pages: [{ items }, { items: [] }], pageParams: [null, 2] });
    client.setQueryData(person, { user: { id: 'maya' }, content: [question], activity: items, reposts: items });
    takeRepostOut(client, 'q', 'maya');
    expect(client.getQueryData(feed)).toEqual({ pages: [{ items: left }, { items: [] }], pageParams: [null, 2] });
    expect(client.getQueryData(person)).toEqual({ user: { id: 'maya' }, content: [question], activity: left, reposts: left });
  });
});
