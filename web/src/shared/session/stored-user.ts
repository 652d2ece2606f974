import { OwnUser } from '@hearsay/contracts';
import * as z from 'zod/mini';
import { keep, storedJson } from '../store/storage.ts';

const KEY = 'currentUser';

/** Shown before the server answers: a display cache, never an authority. */
const StoredUser = z.pick(OwnUser, {
  id: true,
  username: true,
  profileImage: true,
  isAmbassador: true,
  isCreator: true,
});
export type StoredUser = z.infer<typeof StoredUser>;

/** A corrupt entry is discarded. */
export function loadStoredUser(): StoredUser | null {
  const user = storedJson(KEY, StoredUser);
  if (!user) forgetStoredUser();
  return user;
}

/** Without storage the session still lives in its cookie. A previous user's name must not stay. */
export function storeUser(user: OwnUser): void {
  if (!keep(KEY, JSON.stringify(StoredUser.parse(user)))) forgetStoredUser();
}

export function forgetStoredUser(): void {
  keep(KEY, null);
}
