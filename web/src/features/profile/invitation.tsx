import { Invitation, isBlank, limits, type OwnUser } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../shared/api/cache.ts';
import { TextField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { Button } from '../../shared/ui/button.tsx';

const texts = peopleTexts.invitation;

type Owner = Pick<OwnUser, 'id' | 'invitation'>;

/** The invitation on a profile. It keeps its own text direction and stays inside its box. */
export const InvitationLine = ({ words }: { words: string }) => (
  <p dir="auto" className="words pt-2 font-display text-[1.1875rem] leading-snug font-bold">
    {words}
  </p>
);

export function OwnInvitation({ user }: { user: Owner }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <InvitationForm user={user} onDone={() => setEditing(false)} />;
  return (
    <>
      {user.invitation !== null && <InvitationLine words={user.invitation} />}
      <button
        type="button"
        className="min-h-11 text-sm font-semibold text-soft underline underline-offset-4"
        onClick={() => setEditing(true)}
      >
        {user.invitation === null ? texts.add : texts.edit}
      </button>
    </>
  );
}

function InvitationForm({ user, onDone }: { user: Owner; onDone: () => void }) {
  const client = useQueryClient();
  const change = useOwnChange(user.id, {
    part: 'invitation',
    answer: Invitation,
    done: texts.done,
    failed: texts.failed,
  });
  const form = useForm({
    initial: { invitation: user.invitation ?? '' },
    check: ({ invitation }) => ({ invitation: tooLongProblem(invitation, limits.invitation) }),
    send: async ({ invitation }) => {
      await change.mutateAsync({ invitation: isBlank(invitation) ? null : invitation.trim() });
      await client.invalidateQueries({ queryKey: queryKeys.person.profile(user.id) });
      onDone();
    },
    // `useOwnChange` has already reported the failure.
    onFailed: () => undefined,
  });
  return (
    <form noValidate className="flex flex-col gap-3 pt-3" onSubmit={form.submit}>
      <TextField
        form={form}
        name="invitation"
        label={texts.label}
        limit={limits.invitation}
        hint={texts.hint}
        placeholder={texts.placeholder}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="grow" disabled={form.isSending}>
          {form.isSending ? texts.saving : texts.save}
        </Button>
        <Button weight="quiet" className="grow" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
