import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** True when an own act or a later read updated the key after the request (`Date.now()`). */
export const isOlderThanKnown = (client: QueryClient, key: QueryKey, askedAt: number): boolean =>
  (client.getQueryState(key)?.dataUpdatedAt ?? 0) > askedAt;
