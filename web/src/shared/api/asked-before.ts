import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whether something that was asked for at an instant (`Date.now()`) is older than what is known under a key: an act of one's own, or a later read, was answered meanwhile,
 * of which that answer knows nothing.
 */
export const isOlderThanKnown = (client: QueryClient, key: QueryKey, askedAt: number): boolean =>
  (client.getQueryState(key)?.dataUpdatedAt ?? 0) > askedAt;
