import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { claimDraftsFor, deleteDrafts } from '../drafts/drafts.ts';
import { deleteDraftsOfLostSession } from './lost-session.ts';
import { deleteStoredUser, loadStoredUser, type StoredUser, storeUser } from './stored-user.ts';

/** Name of the service worker's offline cache (`runtimeCaching` in `vite.config.ts`). */
const OFFLINE_CACHE = 'last-feed';

/** Removes all read data from the page and the offline cache, because the next user must not see it. */
function clearUserCaches(client: QueryClient): void {
  // `caches` exists only on secure pages.
  if ('caches' in globalThis) void caches.delete(OFFLINE_CACHE);
  // The session's own query stays, because the whole app watches it.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

export const sessionQueries = {
  current: () =>
    queryOptions({
      queryKey: queryKeys.session,
      queryFn: async ({ client, signal }): Promise<OwnUser | null> => {
        const known = client.getQueryData<OwnUser | null>(queryKeys.session);
        // `true` deletes the cookies of an ended session. `keep` leaves them, because another tab may be signing in.
        const user = await read(CurrentUser, `/api/auth/user?orNull=${known ? 'keep' : 'true'}`, signal);
        // Does not store the answer if the user has signed in or out since.
        signal.throwIfAborted();
        const before = known === undefined ? loadStoredUser() : known;
        // Clears the caches if the user has changed. A first answer without a stored user is no change.
        if ((before || known === null) && before?.id !== user?.id) clearUserCaches(client);
        if (before && !user) deleteDraftsOfLostSession(before.id);
        if (user) storeUser(user);
        else deleteStoredUser();
        return user;
      },
    }),
};

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'out' }
  /** `user` is the stored user until the server answers with all fields. */
  | { readonly state: 'in'; readonly user: StoredUser & Partial<OwnUser> };

/** Treats a stored user as signed in until the server answers, so that the app opens at once, even offline. */
export function useSession(): Session {
  const { data, isError } = useQuery(sessionQueries.current());
  const [remembered] = useState(() => (data === undefined ? loadStoredUser() : null));
  if (data) return { state: 'in', user: data };
  if (data === null) return { state: 'out' };
  if (remembered) return { state: 'in', user: remembered };
  return isError ? { state: 'out' } : { state: 'loading' };
}

/** Null for a visitor, and until the session is known. */
export function useUser() {
  const session = useSession();
  return session.state === 'in' ? session.user : null;
}

export const useUserId = (): string | null => useUser()?.id ?? null;

/** Call it after a sign-in. Removes cached data, and unsent words of another user. */
export function beginSession(client: QueryClient, user: OwnUser): void {
  storeUser(user);
  claimDraftsFor(user.id);
  changeSession(client, user);
}

/** Call it when the user has signed out or deleted the account. */
export function endSession(client: QueryClient): void {
  deleteDrafts();
  deleteStoredUser();
  changeSession(client, null);
}

/** Call it when the server no longer knows the session. */
export function handleLostSession(client: QueryClient): void {
  const known = client.getQueryData(sessionQueries.current().queryKey);
  if (known) deleteDraftsOfLostSession(known.id);
  deleteStoredUser();
  changeSession(client, null);
}

/** Sets the session's user and removes all data read for the previous user. */
function changeSession(client: QueryClient, user: OwnUser | null): void {
  clearUserCaches(client);
  const { queryKey } = sessionQueries.current();
  // Cancels a running read of the session, because its answer concerns the previous user.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, user);
}
