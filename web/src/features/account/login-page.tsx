import { isBlank, type LoginBody, textLength } from '@hearsay/contracts';
import { useLocation } from 'react-router';
import { useForm } from '../../shared/forms/use-form.ts';
import { mayLackAccount } from '../../shared/navigation/sign-in-state.ts';
import { accountTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { CredentialsForm, showSignInFailure, useSignIn } from './credentials-form.tsx';
import { SharedEpisode } from './shared-episode.tsx';

const texts = accountTexts.login;

const episodePath = /^\/podcasts?\/([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})/i;

export default function LoginPage() {
  const { state } = useLocation();
  const episodeId = episodePath.exec(String(state?.from))?.[1];
  const login = useSignIn<LoginBody>('/api/auth/login');
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: isBlank(username) ? texts.noUsername : null,
      password: textLength(password) === 0 ? texts.noPassword : null,
    }),
    onProblems: () => toast.bad(texts.missing.title, texts.missing.text),
    send: async ({ username, password }) => {
      // After the sign-in, the access rule of this page redirects.
      await login.mutateAsync({ body: { username: username.trim(), password } });
      toast.good(texts.done);
    },
    onFailed: (error) => showSignInFailure(error, texts.failed),
  });

  return (
    <CredentialsForm
      form={form}
      texts={texts}
      passwordIs="current-password"
      otherPage={{ question: texts.isNew, to: '/register', name: texts.toRegister }}
      isOtherOffered={mayLackAccount(state)}
    >
      {episodeId !== undefined && <SharedEpisode id={episodeId.toLowerCase()} />}
    </CredentialsForm>
  );
}
