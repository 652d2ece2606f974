import { CurrentUser, OwnUser } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read, send } from '../../shared/api/api-client.ts';
import { beginSession } from '../../shared/session/session.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';

class CookiesBlocked extends Error {}

/** Never retries a login, because it has no key. Other calls have a key, so their retry signs in as well. */
export function useSignIn<Body>(path: `/api/auth/${string}`) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: Body; idempotencyKey?: string }) =>
      send(OwnUser, path, { body, idempotencyKey }),
    ...(path === '/api/auth/login' && { retry: false }),
    onSuccess: async (user) => {
      await expectSession(user);
      beginSession(client, user);
    },
  });
}

const saysPresent = (): boolean => /(^|; )(__Host-)?hearsay_present=/.test(document.cookie);

/** @throws {CookiesBlocked} when the browser did not keep the cookie of a new session */
async function expectSession({ id }: OwnUser): Promise<void> {
  if (saysPresent()) return;
  const known = await read(CurrentUser, '/api/auth/user?orNull=keep');
  if (known?.id !== id) throw new CookiesBlocked('This browser keeps no cookies');
}

/** `failed` is the message for every cause but blocked cookies. */
export function saySignInFailed(error: unknown, failed: { readonly title: string; readonly text: string }): void {
  const { title, text } = error instanceof CookiesBlocked ? accountTexts.cookiesBlocked : failed;
  toast.bad(title, text);
}
