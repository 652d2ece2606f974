import { limits, type RegisterBody, textLength } from '@hearsay/contracts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, isNotFound } from '../../shared/api/api-client.ts';
import { passwordProblem } from '../../shared/forms/password-problem.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { CredentialsForm, showSignInFailure, useSignIn } from './credentials-form.tsx';

const texts = accountTexts.register;

const usernameProblem = (length: number): string | null => {
  if (length === 0) return texts.usernameRequired;
  if (length < limits.username.min) return texts.usernameTooShort;
  return length > limits.username.max ? texts.usernameTooLong : null;
};

/** The operator's link has its token in the fragment, which browsers do not send to servers. */
const founderTokenIn = (hash: string): string | undefined => /^#founder=([\w-]+)$/.exec(hash)?.[1];

export default function RegisterPage() {
  const founderToken = founderTokenIn(useLocation().hash);
  const register = useSignIn<RegisterBody>('/api/auth/register');
  const [free, setFree] = useState<string | null>(null);
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: usernameProblem(textLength(username)),
      password: passwordProblem(password),
    }),
    send: async ({ username, password }, idempotencyKey) => {
      const body = { username: username.trim(), password, isCreator: false, ...(founderToken && { founderToken }) };
      await register.mutateAsync({ body, idempotencyKey });
      toast.good(texts.done);
    },
    onFailed: (error) => {
      setFree(error instanceof ApiError ? error.suggestion : null);
      showSignInFailure(error, isNotFound(error) ? texts.founder.failed : texts.failed);
    },
  });

  return (
    <CredentialsForm
      form={form}
      texts={texts}
      passwordIs="new-password"
      freeName={free}
      otherPage={{ question: texts.isKnown, to: '/login', name: texts.toLogin }}
    >
      {founderToken && <p className="-mt-3 mb-6 rounded-[14px] bg-raised p-4">{texts.founder.note}</p>}
    </CredentialsForm>
  );
}
