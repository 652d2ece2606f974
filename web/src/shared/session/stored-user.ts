import type { OwnUser } from '@hearsay/contracts';
import { keep, stored } from '../store/storage.ts';

/** Shown before the server answers: a display cache, never an authority. */
export interface StoredUser {
  readonly id: string;
  readonly username: string;
  readonly profileImage: string | null;
  readonly isAmbassador: boolean;
  readonly isCreator: boolean;
}

const KEY = 'currentUser';

/** A corrupt entry is discarded. */
export function loadStoredUser(): StoredUser | null {
  try {
    const value: unknown = JSON.parse(stored(KEY) ?? 'null');
    if (isStoredUser(value)) return value;
  } catch {
    // Not JSON.
  }
  forgetStoredUser();
  return null;
}

/** Without storage the session still lives in its cookie. A previous user's name must not stay. */
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
