import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { forgetAnswers } from './kept-answers.ts';
import { loseDrafts } from './lost-session.ts';
import { forgetStoredUser, loadStoredUser, storeUser } from './stored-user.ts';

export const sessionQueries = {
  /** The signed-in user, or null. */
  current: () =>
    queryOptions({
      queryKey: queryKeys.session,
      queryFn: async ({ client, signal }): Promise<OwnUser | null> => {
        const known = client.getQueryData<OwnUser | null>(queryKeys.session);
        // Where nobody is known, the cookies of a dead session go. Where somebody is, another tab may just be signing in: a late answer would take its cookies.
        const user = await read(CurrentUser, `/api/auth/user?orNull=${known ? 'keep' : 'true'}`, signal);
        // Somebody has signed in or out meanwhile: nothing of this answer may be remembered.
        signal.throwIfAborted();
        const before = known === undefined ? loadStoredUser() : known;
        // Whoever was here is no more, or somebody has come: they read for themselves. A first answer of a browser that remembers nobody says nothing new.
        if ((before || known === null) && before?.id !== user?.id) forgetAnswers(client);
        if (before && !user) loseDrafts(before.id);
        if (user) storeUser(user);
        else forgetStoredUser();
        return user;
      },
    }),
};
