import { OwnUser } from '@hearsay/contracts';
import * as z from 'zod/mini';
import { readStoredJson, writeStored } from '../store/storage.ts';

const KEY = 'currentUser';

/** The app shows these fields before the server answers. They give no rights. */
const StoredUser = z.pick(OwnUser, {
  id: true,
  username: true,
  profileImage: true,
  isAmbassador: true,
  isCreator: true,
});
export type StoredUser = z.infer<typeof StoredUser>;

/** Discards a corrupt entry. */
export function loadStoredUser(): StoredUser | null {
  const user = readStoredJson(KEY, StoredUser);
  if (!user) deleteStoredUser();
  return user;
}

/** If storage is full, removes the previous user, whose name must not stay. The session itself is a cookie. */
export function storeUser(user: OwnUser): void {
  if (!writeStored(KEY, JSON.stringify(StoredUser.parse(user)))) deleteStoredUser();
}

export function deleteStoredUser(): void {
  writeStored(KEY, null);
}
