import { limits, textLength } from '@hearsay/contracts';
import { Link, useLocation } from 'react-router';
import { PasswordField, TextField } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useRegister } from './account.mutations.ts';
import { AccountFrame } from './account-frame.tsx';

const texts = accountTexts.register;

const usernameProblem = (length: number): string | null => {
  if (length === 0) return texts.usernameRequired;
  if (length < limits.username.min) return texts.usernameTooShort;
  return length > limits.username.max ? texts.usernameTooLong : null;
};

const passwordProblem = (length: number): string | null => {
  if (length === 0) return texts.passwordRequired;
  if (length < limits.password.min) return texts.passwordTooShort;
  return length > limits.password.max ? texts.passwordTooLong : null;
};

export default function RegisterPage() {
  const register = useRegister();
  const { state } = useLocation();
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({ username: usernameProblem(textLength(username)), password: passwordProblem(password.length) }),
    send: async ({ username, password }, idempotencyKey) => {
      await register.mutateAsync({ username: username.trim(), password, isCreator: false, idempotencyKey });
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
        <PasswordField form={form} name="password" label={accountTexts.password} autoComplete="new-password" />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
      </form>
      <p className="mt-6 text-soft">
        {texts.isKnown}{' '}
        <Link to="/login" state={state} className="inline-block py-[11px] font-semibold text-air underline underline-offset-4">
          {texts.toLogin}
        </Link>
      </p>
    </AccountFrame>
  );
}
