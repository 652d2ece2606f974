import { NotificationPreferences, type OwnUser } from '@hearsay/contracts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { Switch } from '../../shared/ui/switch.tsx';
import { useChange } from './settings.mutations.ts';
import { SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.notifications;
const KINDS = ['questionBoosts', 'newReplies', 'reposts'] as const;

/** What the bell rings for. */
export function NotificationsCard({ user }: { user: OwnUser }) {
  const change = useChange(user.id, {
    part: 'notification-preferences',
    answer: NotificationPreferences,
    shows: (own, body: Partial<OwnUser['notificationPreferences']>) => ({
      ...own,
      notificationPreferences: { ...own.notificationPreferences, ...body },
    }),
    apply: (own, notificationPreferences) => ({ ...own, notificationPreferences }),
    done: settingsTexts.updated,
    failed: texts.failed,
  });
  return (
    <SettingsCard title={texts.title}>
      {KINDS.map((kind) => (
        <Switch
          key={kind}
          label={texts[kind]}
          hint={texts[`${kind}Hint`]}
          isOn={user.notificationPreferences[kind]}
          onChange={(isOn) => change.mutate({ [kind]: isOn })}
        />
      ))}
    </SettingsCard>
  );
}
