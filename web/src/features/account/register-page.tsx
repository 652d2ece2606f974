import { limits, type RegisterBody, textLength } from '@hearsay/contracts';
import { passwordProblem } from '../../shared/forms/password-problem.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { CredentialsForm, saySignInFailed, useSignIn } from './credentials-form.tsx';

const texts = accountTexts.register;

const usernameProblem = (length: number): string | null => {
  if (length === 0) return texts.usernameRequired;
  if (length < limits.username.min) return texts.usernameTooShort;
  return length > limits.username.max ? texts.usernameTooLong : null;
};

export default function RegisterPage() {
  const register = useSignIn<RegisterBody>('/api/auth/register');
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: usernameProblem(textLength(username)),
      password: passwordProblem(password),
    }),
    send: async ({ username, password }, idempotencyKey) => {
      const body = { username: username.trim(), password, isCreator: false };
      await register.mutateAsync({ body, idempotencyKey });
      toast.good(texts.done);
    },
    onFailed: (error) => saySignInFailed(error, texts.failed),
  });

  return (
    <CredentialsForm
      form={form}
      texts={texts}
      passwordIs="new-password"
      otherPage={{ question: texts.isKnown, to: '/login', name: texts.toLogin }}
    />
  );
}
