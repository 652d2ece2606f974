import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { isSignedOut } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { forgetStoredUser, storeUser } from './stored-user.ts';

export const sessionQueries = {
  /** The signed-in user, or null. */
  current: () =>
    queryOptions({
      queryKey: queryKeys.session,
      queryFn: async ({ signal }): Promise<OwnUser | null> => {
        try {
          const user = await read(CurrentUser, '/api/auth/user?orNull=true', signal);
          // Somebody has signed in or out meanwhile: nothing of this answer may be remembered.
          signal.throwIfAborted();
          if (user) storeUser(user);
          else forgetStoredUser();
          return user;
        } catch (error) {
          if (!isSignedOut(error)) throw error;
          forgetStoredUser();
          return null;
        }
      },
    }),
};
