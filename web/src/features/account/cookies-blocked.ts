import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { read } from '../../shared/api/api-client.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';

/** The server has signed somebody in, and this browser keeps no cookie of it. */
class CookiesBlocked extends Error {}

const saysPresent = (): boolean => /(^|; )(__Host-)?hearsay_present=/.test(document.cookie);

/**
 * Makes sure that the browser has kept the session of somebody who has just signed in.
 * @throws {CookiesBlocked} when the server knows nobody here
 */
export async function expectSession({ id }: OwnUser): Promise<void> {
  if (saysPresent()) return;
  const known = await read(CurrentUser, '/api/auth/user?orNull=keep');
  if (known?.id !== id) throw new CookiesBlocked('This browser keeps no cookies');
}

/** Says why a sign-in failed; `failed` where it was no matter of cookies. */
export function saySignInFailed(error: unknown, failed: { readonly title: string; readonly text: string }): void {
  const { title, text } = error instanceof CookiesBlocked ? accountTexts.cookiesBlocked : failed;
  toast.bad(title, text);
}
