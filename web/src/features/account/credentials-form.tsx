import { CurrentUser, OwnUser } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { read, send } from '../../shared/api/api-client.ts';
import { PasswordField, TextField } from '../../shared/forms/fields.tsx';
import { focusNextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { type Form, fieldId } from '../../shared/forms/use-form.ts';
import { beginSession } from '../../shared/session/session.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { toast } from '../../shared/toast/toast.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { Username } from '../../shared/ui/person.tsx';
import { WindowTitle } from '../../shared/ui/states.tsx';

export function AccountFrame({ title, lead, children }: { title: string; lead: string; children: Elements }) {
  return (
    <div className="px-4 pt-10 pb-16">
      <WindowTitle>{frameTexts.windowTitle(title)}</WindowTitle>
      <SoundBars size={52} className="-ml-1 text-air" />
      <h1 className="mt-5 text-[min(2.125rem,15vw)] font-extrabold [font-stretch:86%]">{title}</h1>
      <p className="mt-1 mb-7 text-soft">{lead}</p>
      {children}
    </div>
  );
}

interface CredentialsFormProps {
  readonly form: Form<{ username: string; password: string }>;
  readonly texts: Readonly<Record<'title' | 'lead' | 'submit' | 'sending', string>>;
  readonly passwordIs: 'current-password' | 'new-password';
  /** A free username that the form offers while the entered username is taken. */
  readonly freeName?: string | null;
  readonly otherPage: { readonly question: string; readonly to: string; readonly name: string };
  /** Shows the link between sign-in and registration as a second button. */
  readonly isOtherOffered?: boolean;
  /** Shown above the fields. */
  readonly children?: Elements;
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { form, texts, passwordIs, freeName = null, otherPage, isOtherOffered = false, children } = props;
  const { state } = useLocation();
  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      {children}
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField
          form={form}
          name="username"
          label={accountTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          onKeyDown={focusNextOnEnter}
        />
        {freeName !== null && form.problems.username && <FreeName form={form} name={freeName} />}
        <PasswordField
          form={form}
          name="password"
          label={accountTexts.password}
          autoComplete={passwordIs}
          enterKeyHint="go"
        />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
        {isOtherOffered && (
          <LinkButton to={otherPage.to} state={state} weight="quiet">
            {otherPage.name}
          </LinkButton>
        )}
      </form>
      {!isOtherOffered && (
        <p className="mt-6 text-soft">
          <span>{`${otherPage.question} `}</span>
          <Link
            to={otherPage.to}
            state={state}
            className="inline-block py-[11px] font-semibold text-air underline underline-offset-4"
          >
            {otherPage.name}
          </Link>
        </p>
      )}
    </AccountFrame>
  );
}

/** Offers a free name. A tap moves the focus to the field, because the button disappears. */
function FreeName({ form, name }: { form: CredentialsFormProps['form']; name: string }) {
  const take = () => {
    form.set('username', name);
    document.getElementById(fieldId(form, 'username'))?.focus();
  };
  return (
    <div role="status" className="-mt-2 flex flex-wrap items-center gap-x-3 text-sm text-soft">
      <span>{accountTexts.isFree}</span>
      <button
        type="button"
        className="words min-h-11 min-w-0 rounded-pill border border-line bg-surface px-4 font-semibold text-text"
        onClick={take}
      >
        <Username name={name} />
      </button>
    </div>
  );
}

class CookiesBlocked extends Error {}

/** Never retries a login, because a login has no idempotency key. Other calls that sign in have one. */
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

/** `failed` is the message for every error except blocked cookies. */
export function showSignInFailure(error: unknown, failed: { readonly title: string; readonly text: string }): void {
  const { title, text } = error instanceof CookiesBlocked ? accountTexts.cookiesBlocked : failed;
  toast.bad(title, text);
}
