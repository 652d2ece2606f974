import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { loseDrafts } from './lost-session.ts';
import { forgetStoredUser, loadStoredUser, storeUser } from './stored-user.ts';

/** Name of the service worker's offline cache (`runtimeCaching` in `vite.config.ts`). */
const KEPT = 'last-feed';

/** Removes all read data from the page and the offline cache, because the next user must not see it. */
export function clearUserCaches(client: QueryClient): void {
  // `caches` exists only on secure pages.
  if ('caches' in globalThis) void caches.delete(KEPT);
  // The session's own query stays, because the whole app watches it.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

export const sessionQueries = {
  current: () =>
    queryOptions({
      queryKey: queryKeys.session,
      queryFn: async ({ client, signal }): Promise<OwnUser | null> => {
        const known = client.getQueryData<OwnUser | null>(queryKeys.session);
        // With `true`, the server removes the cookies of a dead session. With `keep` it does not, because another tab
        // may be signing in and a late answer would remove that tab's cookies.
        const user = await read(CurrentUser, `/api/auth/user?orNull=${known ? 'keep' : 'true'}`, signal);
        // Does not store the answer if the user has signed in or out since.
        signal.throwIfAborted();
        const before = known === undefined ? loadStoredUser() : known;
        // Clears the caches if the user has changed. A first answer without a stored user is no change.
        if ((before || known === null) && before?.id !== user?.id) clearUserCaches(client);
        if (before && !user) loseDrafts(before.id);
        if (user) storeUser(user);
        else forgetStoredUser();
        return user;
      },
    }),
};
