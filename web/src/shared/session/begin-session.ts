import type { OwnUser } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keepDraftsOf } from '../drafts/drafts-owner.ts';
import { storeUser } from './stored-user.ts';
import { changeSession } from './use-session.ts';

/** A module of its own, because few pages need it. */
export function beginSession(client: QueryClient, user: OwnUser): void {
  storeUser(user);
  keepDraftsOf(user.id);
  changeSession(client, user);
}
