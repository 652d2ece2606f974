import { AccountDeletion } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { leaveDrafts } from '../../shared/drafts/drafts-owner.ts';
import { PasswordField } from '../../shared/forms/fields.tsx';
import { HiddenUsername } from '../../shared/forms/hidden-username.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { endSession } from '../../shared/session/use-session.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { exactTime } from '../../shared/time/time-labels.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { decideLook, SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.deletion;

export function DeleteAccountCard({ userId, username }: { userId: string; username: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard title={texts.title}>
      <p className="text-soft">{texts.explanation}</p>
      {isOpen ? (
        <DeletionForm userId={userId} username={username} onCancel={() => setOpen(false)} />
      ) : (
        <Button weight="quiet" onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      )}
    </SettingsCard>
  );
}

const ANONYMOUS_POSTS = ['keep', 'remove'] as const;
const initial: { password: string; anonymousPosts: (typeof ANONYMOUS_POSTS)[number] } = {
  password: '',
  anonymousPosts: 'keep',
};

function DeletionForm({ userId, username, onCancel }: { userId: string; username: string; onCancel: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({
    initial,
    check: ({ password }) => ({ password: password === '' ? settingsTexts.password.missing : null }),
    send: async (body, idempotencyKey) => {
      leaveDrafts(true);
      const { undoUntil } = await send(AccountDeletion, `/api/users/${userId}`, {
        method: 'DELETE',
        body,
        idempotencyKey,
      });
      toast.good(texts.done, texts.undoUntil(exactTime(undoUntil)));
      navigate('/');
      endSession(client);
    },
    onFailed: (error) => {
      leaveDrafts(false);
      const isWrong = error instanceof ApiError && error.status === 403;
      const failure = { title: texts.failed, text: isWrong ? settingsTexts.password.wrong : texts.failedText };
      sayFailed(client, error, frameTexts.prompts.settings.text, failure);
    },
  });
  const { anonymousPosts } = form.values;
  return (
    <form noValidate className="arrives flex flex-col gap-3" onSubmit={form.submit}>
      <Choices
        legend={texts.anonymousPosts.legend}
        name="anonymous-posts"
        choices={ANONYMOUS_POSTS.map((value) => ({ value, label: texts.anonymousPosts[value] }))}
        chosen={anonymousPosts}
        onChoose={(chosen) => form.set('anonymousPosts', chosen)}
      />
      <p className="text-sm text-soft" role="status">
        {texts.anonymousPosts[`${anonymousPosts}Hint`]}
      </p>
      <HiddenUsername username={username} />
      <PasswordField
        form={form}
        name="password"
        label={settingsTexts.password.current}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className={decideLook.yes} disabled={form.isSending}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
        <Button weight="quiet" className={decideLook.no} onClick={onCancel}>
          {settingsTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
