import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { loseDrafts } from './lost-session.ts';
import { forgetStoredUser, loadStoredUser, storeUser } from './stored-user.ts';

/** The service worker's offline cache: see `runtimeCaching` in `vite.config.ts`. */
const KEPT = 'last-feed';

/** Removes everything that was read, from the page and the offline cache. The next user must not see it. */
export function clearUserCaches(client: QueryClient): void {
  // `caches` exists on secure pages only.
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
        // Without a known user, the server removes the cookies of a dead session. With one, another tab may be signing
        // in, and a late answer would remove its cookies.
        const user = await read(CurrentUser, `/api/auth/user?orNull=${known ? 'keep' : 'true'}`, signal);
        // The user signed in or out since, so this answer must not be stored.
        signal.throwIfAborted();
        const before = known === undefined ? loadStoredUser() : known;
        // The user changed. The first answer of a browser without a stored user changes nothing.
        if ((before || known === null) && before?.id !== user?.id) clearUserCaches(client);
        if (before && !user) loseDrafts(before.id);
        if (user) storeUser(user);
        else forgetStoredUser();
        return user;
      },
    }),
};
