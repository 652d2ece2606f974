import { CurrentUser, type OwnUser } from '@hearsay/contracts';
import { read } from '../../shared/api/api-client.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';

class CookiesBlocked extends Error {}

const saysPresent = (): boolean => /(^|; )(__Host-)?hearsay_present=/.test(document.cookie);

/** @throws {CookiesBlocked} when the browser did not keep the cookie of a new session */
export async function expectSession({ id }: OwnUser): Promise<void> {
  if (saysPresent()) return;
  const known = await read(CurrentUser, '/api/auth/user?orNull=keep');
  if (known?.id !== id) throw new CookiesBlocked('This browser keeps no cookies');
}

/** `failed` is the message for every cause but blocked cookies. */
export function saySignInFailed(error: unknown, failed: { readonly title: string; readonly text: string }): void {
  const { title, text } = error instanceof CookiesBlocked ? accountTexts.cookiesBlocked : failed;
  toast.bad(title, text);
}
