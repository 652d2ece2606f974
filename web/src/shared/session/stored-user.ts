import type { OwnUser } from '@hearsay/contracts';

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
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (isStoredUser(value)) return value;
    localStorage.removeItem(KEY);
  } catch {
    forgetStoredUser();
  }
  return null;
}

export function storeUser({ id, username, profileImage, isAmbassador, isCreator }: OwnUser): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ id, username, profileImage, isAmbassador, isCreator } satisfies StoredUser),
    );
  } catch {
    // Without storage the session still lives in its cookie. Another one's name may not stay for it.
    forgetStoredUser();
  }
}

export function forgetStoredUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing could be stored either.
  }
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
