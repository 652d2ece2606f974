import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { isSignedOut } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { forgetAnswers } from './kept-answers.ts';
import { forgetStoredUser, loadStoredUser, storeUser } from './stored-user.ts';

export const sessionQueries = {
  /** The signed-in user, or null. */
  current: () =>
    queryOptions({
      queryKey: queryKeys.session,
      queryFn: async ({ client, signal }): Promise<OwnUser | null> => {
        const known = client.getQueryData<OwnUser | null>(queryKeys.session);
        // An answer to `orNull` takes the cookies of a dead session away: one that comes late would take those of somebody who signs in in another tab.
        const user = await read(CurrentUser, `/api/auth/user${known ? '' : '?orNull=true'}`, signal).catch((error: unknown) => {
          if (isSignedOut(error)) return null;
          throw error;
        });
        // Somebody has signed in or out meanwhile: nothing of this answer may be remembered.
        signal.throwIfAborted();
        const before = known === undefined ? loadStoredUser() : known;
        // Whoever was here is no more, or somebody has come: they read for themselves. A first answer of a browser that remembers nobody says nothing new.
        if ((before || known === null) && before?.id !== user?.id) forgetAnswers(client);
        if (user) storeUser(user);
        else forgetStoredUser();
        return user;
      },
    }),
};
