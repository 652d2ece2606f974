import { AccountDeletion, Success } from '@hearsay/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, send } from '../../shared/api/api-client.ts';
import { setSigningOut } from '../../shared/drafts/drafts.ts';
import { HiddenUsername, PasswordField } from '../../shared/forms/fields.tsx';
import { focusNextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { passwordProblem } from '../../shared/forms/password-problem.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { showUpdateFailure } from '../../shared/session/own-user.ts';
import { endSession } from '../../shared/session/session.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { exactTime } from '../../shared/time/time-labels.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { SaveOrCancel, SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.password;
const deletion = settingsTexts.deletion;

interface FormCardProps {
  readonly title: string;
  readonly lead?: string;
  readonly open: string;
  readonly form: (close: () => void) => Elements;
}

function FormCard({ title, lead, open, form }: FormCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard title={title}>
      {lead && <p className="text-soft">{lead}</p>}
      {isOpen ? (
        form(() => setOpen(false))
      ) : (
        <Button weight="quiet" onClick={() => setOpen(true)}>
          {open}
        </Button>
      )}
    </SettingsCard>
  );
}

function sayRefused(client: QueryClient, error: unknown, failed: string, title?: string): void {
  const isWrong = error instanceof ApiError && error.status === 403;
  showUpdateFailure(client, error, isWrong ? texts.wrong : failed, title);
}

export const PasswordCard = ({ username }: { username: string }) => (
  <FormCard
    title={texts.title}
    open={texts.submit}
    form={(close) => <PasswordForm username={username} onDone={close} />}
  />
);

function PasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === '' ? texts.missing : null,
      newPassword: passwordProblem(newPassword),
    }),
    // The key lets the server recognise a retry. Without it, the server would refuse the old password.
    send: async (body, idempotencyKey) => {
      await send(Success, '/api/auth/password', { method: 'PATCH', body, idempotencyKey });
      toast.good(texts.done);
      onDone();
    },
    onFailed: (error) => sayRefused(client, error, texts.failed),
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
        onKeyDown={focusNextOnEnter}
      />
      <PasswordField
        form={form}
        name="newPassword"
        label={texts.next}
        hint={texts.hint}
        autoComplete="new-password"
        enterKeyHint="done"
      />
      <SaveOrCancel save={texts.submit} isSaving={form.isSending} onCancel={onDone} />
    </form>
  );
}

interface DeletionProps {
  readonly userId: string;
  readonly username: string;
}

export const DeleteAccountCard = (props: DeletionProps) => (
  <FormCard
    title={deletion.title}
    lead={deletion.explanation}
    open={deletion.open}
    form={(close) => <DeletionForm {...props} onCancel={close} />}
  />
);

const ANONYMOUS_POSTS = ['keep', 'remove'] as const;
const initial: { password: string; anonymousPosts: (typeof ANONYMOUS_POSTS)[number] } = {
  password: '',
  anonymousPosts: 'keep',
};

function DeletionForm({ userId, username, onCancel }: DeletionProps & { onCancel: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({
    initial,
    check: ({ password }) => ({ password: password === '' ? texts.missing : null }),
    send: async (body, idempotencyKey) => {
      setSigningOut(true);
      const act = { method: 'DELETE', body, idempotencyKey } as const;
      const { undoUntil } = await send(AccountDeletion, `/api/users/${userId}`, act);
      toast.good(deletion.done, deletion.undoUntil(exactTime(undoUntil)));
      navigate('/');
      endSession(client);
    },
    onFailed: (error) => {
      setSigningOut(false);
      sayRefused(client, error, deletion.failedText, deletion.failed);
    },
  });
  const { anonymousPosts } = form.values;
  return (
    <form noValidate className="arrives flex flex-col gap-3" onSubmit={form.submit}>
      <Choices
        legend={deletion.anonymousPosts.legend}
        name="anonymous-posts"
        choices={ANONYMOUS_POSTS.map((value) => ({ value, label: deletion.anonymousPosts[value] }))}
        chosen={anonymousPosts}
        onChoose={(chosen) => form.set('anonymousPosts', chosen)}
      />
      <p className="text-sm text-soft" role="status">
        {deletion.anonymousPosts[`${anonymousPosts}Hint`]}
      </p>
      <HiddenUsername username={username} />
      <PasswordField
        form={form}
        name="password"
        label={texts.current}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <SaveOrCancel save={deletion.submit} saving={deletion.sending} isSaving={form.isSending} onCancel={onCancel} />
    </form>
  );
}
