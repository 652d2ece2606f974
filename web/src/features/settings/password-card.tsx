import { Success } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { PasswordField } from '../../shared/forms/fields.tsx';
import { HiddenUsername } from '../../shared/forms/hidden-username.tsx';
import { nextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { passwordProblem } from '../../shared/forms/password-problem.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { decideLook, SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.password;

export function PasswordCard({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard title={texts.title}>
      {isOpen ? (
        <PasswordForm username={username} onDone={() => setOpen(false)} />
      ) : (
        <Button weight="quiet" onClick={() => setOpen(true)}>
          {texts.submit}
        </Button>
      )}
    </SettingsCard>
  );
}

function PasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === '' ? texts.missing : null,
      newPassword: passwordProblem(newPassword),
    }),
    // The key lets the server recognise a retry, whose old password is no longer right.
    send: async (body, idempotencyKey) => {
      await send(Success, '/api/auth/password', { method: 'PATCH', body, idempotencyKey });
      toast.good(texts.done);
      onDone();
    },
    onFailed: (error) => {
      const isWrong = error instanceof ApiError && error.status === 403;
      const failure = { title: settingsTexts.updateFailed, text: isWrong ? texts.wrong : texts.failed };
      sayFailed(client, error, frameTexts.prompts.settings.text, failure);
    },
  });
  return (
    <form noValidate className="arrives flex flex-col gap-3" onSubmit={form.submit}>
      <HiddenUsername username={username} />
      <PasswordField
        form={form}
        name="currentPassword"
        label={texts.current}
        autoComplete="current-password"
        enterKeyHint="next"
        onKeyDown={nextOnEnter}
      />
      <PasswordField
        form={form}
        name="newPassword"
        label={texts.next}
        hint={texts.hint}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className={decideLook.yes} disabled={form.isSending}>
          {form.isSending ? settingsTexts.saving : texts.submit}
        </Button>
        <Button weight="quiet" className={decideLook.no} onClick={onDone}>
          {settingsTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
