import { textLength } from '@hearsay/contracts';
import { Link, useLocation } from 'react-router';
import { PasswordField, TextField } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useLogin } from './account.mutations.ts';
import { AccountFrame } from './account-frame.tsx';

const texts = accountTexts.login;

export default function LoginPage() {
  const login = useLogin();
  const { state } = useLocation();
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: textLength(username) === 0 ? texts.noUsername : null,
      password: textLength(password) === 0 ? texts.noPassword : null,
    }),
    onProblems: () => toast.bad(texts.missing.title, texts.missing.text),
    send: async ({ username, password }) => {
      // Where to go from here is the page's own rule: nobody who is signed in stays on it.
      await login.mutateAsync({ username: username.trim(), password });
      toast.good(texts.done);
    },
    onFailed: () => toast.bad(texts.failed.title, texts.failed.text),
  });

  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField
          form={form}
          name="username"
          label={accountTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField form={form} name="password" label={accountTexts.password} autoComplete="current-password" />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
      </form>
      <p className="mt-6 text-soft">
        {texts.isNew}{' '}
        <Link to="/register" state={state} className="inline-block py-[11px] font-semibold text-air underline underline-offset-4">
          {texts.toRegister}
        </Link>
      </p>
    </AccountFrame>
  );
}
