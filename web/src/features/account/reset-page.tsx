import type { ResetPasswordBody } from '@hearsay/contracts';
import { useNavigate, useParams } from 'react-router';
import { isNotFound } from '../../shared/api/api-client.ts';
import { HiddenUsername, PasswordField } from '../../shared/forms/fields.tsx';
import { passwordProblem } from '../../shared/forms/password-problem.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { resetTexts } from '../../shared/texts/account.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AccountFrame, showSignInFailure, useSignIn } from './credentials-form.tsx';

export default function ResetPage() {
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const reset = useSignIn<ResetPasswordBody>('/api/auth/reset');
  const form = useForm({
    initial: { newPassword: '' },
    check: ({ newPassword }) => ({ newPassword: passwordProblem(newPassword) }),
    send: async ({ newPassword }, idempotencyKey) => {
      await reset.mutateAsync({ body: { token, newPassword }, idempotencyKey });
      toast.good(resetTexts.done);
      navigate('/', { replace: true });
    },
    onFailed: (error) => {
      const { title, spent, text } = resetTexts.failed;
      showSignInFailure(error, { title, text: isNotFound(error) ? spent : text });
    },
  });
  return (
    <AccountFrame title={resetTexts.title} lead={resetTexts.lead}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        {/* For password managers. The answer names the user, and the username is in this field before the page is
            left. */}
        <HiddenUsername username={reset.data?.username ?? ''} />
        <PasswordField
          form={form}
          name="newPassword"
          label={resetTexts.label}
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? resetTexts.sending : resetTexts.submit}
        </Button>
      </form>
    </AccountFrame>
  );
}
