import type { OwnUser } from '@hearsay/contracts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetDrafts } from '../drafts/drafts.ts';
import { forgetAnswers } from './kept-answers.ts';
import { loseDrafts } from './lost-session.ts';
import { sessionQueries } from './session.queries.ts';
import { forgetStoredUser, loadStoredUser, type StoredUser } from './stored-user.ts';

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'out' }
  /** `user` is whole once the server has answered; until then it is what this browser remembers. */
  | { readonly state: 'in'; readonly user: StoredUser & Partial<OwnUser> };

/** Who is here. A remembered user counts as signed in until the server says otherwise, so the app opens at once, also offline. */
export function useSession(): Session {
  const { data, isError } = useQuery(sessionQueries.current());
  const [remembered] = useState(() => (data === undefined ? loadStoredUser() : null));
  if (data) return { state: 'in', user: data };
  if (data === null) return { state: 'out' };
  if (remembered) return { state: 'in', user: remembered };
  return isError ? { state: 'out' } : { state: 'loading' };
}

/** The signed-in user's id, or null. */
export function useUserId(): string | null {
  const session = useSession();
  return session.state === 'in' ? session.user.id : null;
}

/** The person leaves this browser, or has it left by another of theirs. */
export function endSession(client: QueryClient): void {
  forgetDrafts();
  forgetStoredUser();
  changeSession(client, null);
}

/** The server knows nobody here any more. */
export function loseSession(client: QueryClient): void {
  const known = client.getQueryData(sessionQueries.current().queryKey);
  if (known) loseDrafts(known.id);
  forgetStoredUser();
  changeSession(client, null);
}

/** Another person sits here now, or nobody: nothing that was read for the last one may stay. */
export function changeSession(client: QueryClient, user: OwnUser | null): void {
  forgetAnswers(client);
  const { queryKey } = sessionQueries.current();
  // A read of it that is under way tells who was here before.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, user);
}
