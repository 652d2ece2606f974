import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { sessionQueries } from './session.queries.ts';

/** Own changes are sent one after the other. Their key is `queryKeys.ownChange`. */
export const ownChanges = { id: 'own-change' };

/** Reads the user again after the last of several changes: an earlier answer would lack the others. */
export function refetchOwnUser(client: QueryClient): void {
  if (client.isMutating({ mutationKey: queryKeys.ownChange }) === 1)
    void client.invalidateQueries(sessionQueries.current());
}
