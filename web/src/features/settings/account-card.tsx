import { AmbassadorVisibility, limits, type OwnUser, ProfileLink } from '@hearsay/contracts';
import { TextField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { accountType } from '../../shared/people/account-type.ts';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { localDate } from '../../shared/time/time-labels.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.account;

export function AccountCard({ user }: { user: OwnUser }) {
  const visibility = useOwnChange(user.id, {
    part: 'ambassador-visibility',
    answer: AmbassadorVisibility,
    shows: (body: Pick<OwnUser, 'hideAmbassadorTitle'>) => body,
    failed: texts.hideTitleFailed,
  });
  return (
    <SettingsCard title={texts.title}>
      <Fact name={texts.username} value={user.username} />
      <Fact name={texts.type} value={accountType(user)} />
      <Fact name={texts.since} value={localDate(user.createdAt)} />
      {user.isAmbassador && (
        <Switch
          label={texts.hideTitle}
          hint={texts.hideTitleHint}
          isOn={user.hideAmbassadorTitle}
          onChange={(hideAmbassadorTitle) => visibility.mutate({ hideAmbassadorTitle })}
        />
      )}
      {(user.isAmbassador || user.isSpotlight) && <LinkForm user={user} />}
    </SettingsCard>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="text-soft">{name}</span>
      <span className="font-semibold">{value}</span>
    </p>
  );
}

function LinkForm({ user }: { user: OwnUser }) {
  const change = useOwnChange(user.id, {
    part: 'profile-link',
    answer: ProfileLink,
    done: texts.linkDone,
    failed: texts.linkFailed,
  });
  const form = useForm({
    initial: { profileLink: user.profileLink ?? '' },
    check: ({ profileLink }) => ({ profileLink: tooLongProblem(profileLink, limits.profileLink) }),
    send: ({ profileLink }) => change.mutateAsync({ profileLink: profileLink.trim() || null }),
    onFailed: () => undefined,
  });
  const isUnchanged = form.values.profileLink.trim() === (user.profileLink ?? '');
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <TextField
        form={form}
        name="profileLink"
        label={texts.link}
        limit={limits.profileLink}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={texts.linkPlaceholder}
      />
      <Button type="submit" weight="quiet" disabled={isUnchanged || form.isSending}>
        {form.isSending ? settingsTexts.saving : settingsTexts.save}
      </Button>
    </form>
  );
}
