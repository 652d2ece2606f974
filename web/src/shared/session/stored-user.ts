import type { OwnUser } from '@hearsay/contracts';
import { keep, stored } from '../store/storage.ts';

/** What of the current user is shown before the server has answered: a display cache, never an authority. */
export interface StoredUser {
  readonly id: string;
  readonly username: string;
  readonly profileImage: string | null;
  readonly isAmbassador: boolean;
  readonly isCreator: boolean;
}

const KEY = 'currentUser';

/** The stored entry, or null; a corrupt one is discarded. */
export function loadStoredUser(): StoredUser | null {
  try {
    const value: unknown = JSON.parse(stored(KEY) ?? 'null');
    if (isStoredUser(value)) return value;
  } catch {
    // It is no JSON.
  }
  forgetStoredUser();
  return null;
}

/** Without storage the session still lives in its cookie. Another one's name does not stay for it. */
export function storeUser({ id, username, profileImage, isAmbassador, isCreator }: OwnUser): void {
  const user: StoredUser = { id, username, profileImage, isAmbassador, isCreator };
  if (!keep(KEY, JSON.stringify(user))) forgetStoredUser();
}

export function forgetStoredUser(): void {
  keep(KEY, null);
}

function isStoredUser(value: unknown): value is StoredUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Partial<Record<keyof StoredUser, unknown>>;
  return (
    typeof user.id === 'string' &&
    typeof user.username === 'string' &&
    (user.profileImage === null || typeof user.profileImage === 'string') &&
    typeof user.isAmbassador === 'boolean' &&
    typeof user.isCreator === 'boolean'
  );
}
