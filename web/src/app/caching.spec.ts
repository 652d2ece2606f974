import { describe, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { sampleQuestion } from '../../test/sample-content.ts';
import { feedQueries } from '../features/feed/feed.queries.ts';
import { notificationQueries } from '../features/notifications/notification.queries.ts';
import { reportQueries } from '../features/notifications/report.queries.ts';
import { ApiError } from '../shared/api/api-client.ts';
import { boostQueries } from '../shared/boosts/boost.queries.ts';
import { personQueries } from '../shared/people/person.queries.ts';
import { repostQueries } from '../shared/reposts/repost.queries.ts';
import { createQueryClient } from '../shared/session/query-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const client = createQueryClient();
const { queries, mutations } = client.getDefaultOptions();
const item = { contentType: 'question', contentId: sampleQuestion([]).id } as const;
const lost = new TypeError('Failed to fetch');
const feed = feedQueries.list({ sortBy: 'recent', isFollowing: false }, 'somebody');
const list = [client, [item], 'somebody'] as const;
const ofList = { staleTime: 30 * SECOND, gcTime: 2 * MINUTE };

function triesAfter(retry: unknown, error: Error): number {
  const mayRetry = retry as (failures: number, error: Error) => boolean;
  let failures = 0;
  while (failures < 10 && mayRetry(failures, error)) failures++;
  return failures;
}

describe('a query', () => {
  it.each<[string, object | undefined, object]>([
    [
      'is fresh for 5 minutes, kept for 30, and not refetched on focus',
      queries,
      { staleTime: 5 * MINUTE, gcTime: 30 * MINUTE, refetchOnWindowFocus: false, networkMode: 'offlineFirst' },
    ],
    ['of the feed is fresh for 2 minutes and kept for 10', feed, { staleTime: 2 * MINUTE, gcTime: 10 * MINUTE }],
    ['of a boost is fresh for 1 minute', boostQueries.status(item, 'somebody'), { staleTime: MINUTE }],
    ['of a repost is fresh for 1 minute', repostQueries.status(item, 'somebody'), { staleTime: MINUTE }],
    ["of a list's boosts is fresh for 30 seconds and kept for 2 minutes", boostQueries.batch(...list), ofList],
    ["of a list's reposts is fresh for 30 seconds and kept for 2 minutes", repostQueries.batch(...list), ofList],
    ['of a person by name is fresh for 5 minutes', personQueries.named('lou'), { staleTime: 5 * MINUTE }],
    ['of the bell polls every 5 seconds', notificationQueries.unread('somebody'), { refetchInterval: 5 * SECOND }],
    ['of notifications polls every 10', notificationQueries.list('somebody'), { refetchInterval: 10 * SECOND }],
    ['of reports polls every 30', reportQueries.waiting('somebody'), { refetchInterval: 30 * SECOND }],
  ])('%s', (_what, options, expected) => {
    expect(options).toMatchObject(expected);
  });

  it('a query is retried twice with growing delays, and polls only if asked to', () => {
    const errors = [lost, new ApiError(503, '{}'), new ApiError(404, '{}')];
    for (const { retry } of [queries ?? {}, feed])
      expect(errors.map((error) => triesAfter(retry, error))).toEqual([2, 2, 0]);
    const delay = queries?.retryDelay as (attempt: number) => number;
    expect([0, 1, 2, 3, 4, 5, 9].map(delay)).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
    expect(queries?.refetchInterval).toBeUndefined();
  });
});

describe('a mutation', () => {
  it('a mutation is retried once, and only with a network', () => {
    expect(mutations?.networkMode).toBe('online');
    expect(triesAfter(mutations?.retry, lost)).toBe(1);
    expect(triesAfter(mutations?.retry, new ApiError(403, '{}'))).toBe(0);
  });

  it('a mutation waits for the network even if the app was opened offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(false);
    createQueryClient();
    expect(onlineManager.isOnline()).toBe(true);
  });
});
