import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { sessionQueries } from './session.queries.ts';

/** Changes of oneself are sent one after the other, as they were made. Their key is `queryKeys.ownChange`. */
export const ownChanges = { id: 'own-change' };

/**
 * The server's word on oneself, once a change of oneself is over. Of several changes under way the last one asks: an answer in between would not know
 * the others yet.
 */
export function readOneselfAgain(client: QueryClient): void {
  if (client.isMutating({ mutationKey: queryKeys.ownChange }) === 1)
    void client.invalidateQueries(sessionQueries.current());
}
