import { describe, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { question } from '../../test/sample-content.ts';
import { feedQueries } from '../features/feed/feed.queries.ts';
import { notificationQueries } from '../features/notifications/notification.queries.ts';
import { reportQueries } from '../features/notifications/report.queries.ts';
import { ApiError } from '../shared/api/api-error.ts';
import { boostQueries } from '../shared/boosts/boost.queries.ts';
import { personQueries } from '../shared/people/person.queries.ts';
import { repostQueries } from '../shared/reposts/repost.queries.ts';
import { createQueryClient } from '../shared/session/query-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const client = createQueryClient();
const { queries, mutations } = client.getDefaultOptions();
const item = { contentType: 'question', contentId: question([]).id } as const;
const lost = new TypeError('Failed to fetch');

function triesAfter(retry: unknown, error: Error): number {
  const mayRetry = retry as (failures: number, error: Error) => boolean;
  let failures = 0;
  while (failures < 10 && mayRetry(failures, error)) failures++;
  return failures;
}

describe('what is read', () => {
  it('is fresh for five minutes, kept for thirty, neither read again on focus nor polled, and offline first', () => {
    expect(queries).toMatchObject({
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
    });
    expect(queries?.refetchInterval).toBeUndefined();
  });

  it('is tried twice more, after one second, two, and so on up to thirty', () => {
    expect(triesAfter(queries?.retry, lost)).toBe(2);
    const delay = queries?.retryDelay as (attempt: number) => number;
    expect([0, 1, 2, 3, 4, 5, 9].map(delay)).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
  });

  it('is tried again only where that may help', () => {
    expect(triesAfter(queries?.retry, new ApiError(503, '{}'))).toBe(2);
    expect(triesAfter(queries?.retry, new ApiError(429, '{}'))).toBe(2);
    expect(triesAfter(queries?.retry, new ApiError(404, '{}'))).toBe(0);
  });

  it('of the feed is fresh for two minutes, kept for ten, and tried twice more', () => {
    const feed = feedQueries.list({ sortBy: 'recent', isFollowing: false }, 'somebody');
    expect(feed).toMatchObject({ staleTime: 2 * MINUTE, gcTime: 10 * MINUTE });
    expect(triesAfter(feed.retry, lost)).toBe(2);
  });

  it.each([
    ['boosts', boostQueries],
    ['reposts', repostQueries],
  ])('of %s is fresh for a minute; of a whole list for thirty seconds, and kept for two minutes', (_what, own) => {
    expect(own.status(item, 'somebody')).toMatchObject({ staleTime: MINUTE });
    expect(own.batch(client, [item], 'somebody')).toMatchObject({ staleTime: 30 * SECOND, gcTime: 2 * MINUTE });
  });

  it('of who goes by a name is fresh for five minutes', () => {
    expect(personQueries.named('lou')).toMatchObject({ staleTime: 5 * MINUTE });
  });

  it('by the bell is asked for every five seconds, by its page every ten, and by the reports every thirty', () => {
    expect(notificationQueries.unread('somebody')).toMatchObject({ refetchInterval: 5 * SECOND });
    expect(notificationQueries.list('somebody')).toMatchObject({ refetchInterval: 10 * SECOND });
    expect(reportQueries.waiting('somebody')).toMatchObject({ refetchInterval: 30 * SECOND });
  });
});

describe('an act', () => {
  it('is tried once more, and only with a network', () => {
    expect(mutations?.networkMode).toBe('online');
    expect(triesAfter(mutations?.retry, lost)).toBe(1);
    expect(triesAfter(mutations?.retry, new ApiError(403, '{}'))).toBe(0);
  });

  it('waits for the network also where the app was opened without one', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(true);
  });
});
