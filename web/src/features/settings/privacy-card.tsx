import { type OwnUser, ShowActivity, WhoMayAskChoice } from '@hearsay/contracts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { Choices } from '../../shared/ui/choices.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { useChange } from './settings.mutations.ts';
import { SettingsCard } from './settings-card.tsx';

const texts = settingsTexts.privacy;
const WHO = ['everyone', 'signed-in', 'following', 'nobody'] as const;

/** What others see of one's acts, and who may ask. */
export function PrivacyCard({ user }: { user: OwnUser }) {
  const activity = useChange(user.id, {
    part: 'activity',
    answer: ShowActivity,
    shows: (own, body: { showActivity: boolean }) => ({ ...own, ...body }),
    apply: (own, { showActivity }) => ({ ...own, showActivity }),
    done: settingsTexts.updated,
    failed: texts.activityFailed,
  });
  const whoMayAsk = useChange(user.id, {
    part: 'who-may-ask',
    answer: WhoMayAskChoice,
    shows: (own, body: Pick<OwnUser, 'whoMayAsk'>) => ({ ...own, ...body }),
    apply: (own, answer) => ({ ...own, whoMayAsk: answer.whoMayAsk }),
    done: settingsTexts.updated,
    failed: texts.whoMayAskFailed,
  });
  return (
    <SettingsCard title={texts.title}>
      <Switch
        label={texts.activity}
        hint={texts.activityHint}
        isOn={user.showActivity}
        onChange={(showActivity) => activity.mutate({ showActivity })}
      />
      <Choices
        legend={texts.whoMayAsk}
        name="who-may-ask"
        choices={WHO.map((value) => ({ value, label: texts[value] }))}
        chosen={user.whoMayAsk}
        onChoose={(chosen) => whoMayAsk.mutate({ whoMayAsk: chosen })}
      />
    </SettingsCard>
  );
}
