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

describe('a query', () => {
  it('is fresh for 5 minutes, kept for 30, and neither refetched on focus nor polled', () => {
    expect(queries).toMatchObject({
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
    });
    expect(queries?.refetchInterval).toBeUndefined();
  });

  it('is retried twice, after 1 second, then 2, and at most 30', () => {
    expect(triesAfter(queries?.retry, lost)).toBe(2);
    const delay = queries?.retryDelay as (attempt: number) => number;
    expect([0, 1, 2, 3, 4, 5, 9].map(delay)).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
  });

  it('is retried only if a retry may succeed', () => {
    expect(triesAfter(queries?.retry, new ApiError(503, '{}'))).toBe(2);
    expect(triesAfter(queries?.retry, new ApiError(429, '{}'))).toBe(2);
    expect(triesAfter(queries?.retry, new ApiError(404, '{}'))).toBe(0);
  });

  it('of the feed is fresh for 2 minutes, kept for 10, and retried twice', () => {
    const feed = feedQueries.list({ sortBy: 'recent', isFollowing: false }, 'somebody');
    expect(feed).toMatchObject({ staleTime: 2 * MINUTE, gcTime: 10 * MINUTE });
    expect(triesAfter(feed.retry, lost)).toBe(2);
  });

  it.each([
    ['boosts', boostQueries],
    ['reposts', repostQueries],
  ])('of %s is fresh for 1 minute, a whole list for 30 seconds and kept for 2 minutes', (_what, own) => {
    expect(own.status(item, 'somebody')).toMatchObject({ staleTime: MINUTE });
    expect(own.batch(client, [item], 'somebody')).toMatchObject({ staleTime: 30 * SECOND, gcTime: 2 * MINUTE });
  });

  it('of a person by name is fresh for 5 minutes', () => {
    expect(personQueries.named('lou')).toMatchObject({ staleTime: 5 * MINUTE });
  });

  it('polls the bell every 5 seconds, its page every 10, and reports every 30', () => {
    expect(notificationQueries.unread('somebody')).toMatchObject({ refetchInterval: 5 * SECOND });
    expect(notificationQueries.list('somebody')).toMatchObject({ refetchInterval: 10 * SECOND });
    expect(reportQueries.waiting('somebody')).toMatchObject({ refetchInterval: 30 * SECOND });
  });
});

describe('a mutation', () => {
  it('is retried once, and only with a network', () => {
    expect(mutations?.networkMode).toBe('online');
    expect(triesAfter(mutations?.retry, lost)).toBe(1);
    expect(triesAfter(mutations?.retry, new ApiError(403, '{}'))).toBe(0);
  });

  it('waits for the network even if the app was opened offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(true);
  });
});
