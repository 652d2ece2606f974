import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * True when the key was updated after the request (`Date.now()`): by an own act or a later read, which the older answer
 * does not know.
 */
export const isOlderThanKnown = (client: QueryClient, key: QueryKey, askedAt: number): boolean =>
  (client.getQueryState(key)?.dataUpdatedAt ?? 0) > askedAt;
