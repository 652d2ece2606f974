import type { OwnUser } from '@hearsay/contracts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetDrafts } from '../drafts/drafts.ts';
import { keepDraftsOf } from '../drafts/drafts-owner.ts';
import { loseDrafts } from './lost-session.ts';
import { clearUserCaches, sessionQueries } from './session.queries.ts';
import { forgetStoredUser, loadStoredUser, type StoredUser, storeUser } from './stored-user.ts';

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

export function useUserId(): string | null {
  const session = useSession();
  return session.state === 'in' ? session.user.id : null;
}

export function beginSession(client: QueryClient, user: OwnUser): void {
  storeUser(user);
  keepDraftsOf(user.id);
  changeSession(client, user);
}

/** Call it when the user has signed out or deleted the account. */
export function endSession(client: QueryClient): void {
  forgetDrafts();
  forgetStoredUser();
  changeSession(client, null);
}

/** Call it when the server no longer knows the session. */
export function loseSession(client: QueryClient): void {
  const known = client.getQueryData(sessionQueries.current().queryKey);
  if (known) loseDrafts(known.id);
  forgetStoredUser();
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
