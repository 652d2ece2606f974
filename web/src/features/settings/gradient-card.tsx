import { GradientColors, type OwnUser } from '@hearsay/contracts';
import { gradientPresets } from '@hearsay/game-rules';
import { useState } from 'react';
import { gradientCss } from '../../shared/people/gradients.ts';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { Avatar } from '../../shared/ui/person.tsx';
import { SaveOrCancel, SettingsCard, useOpenOwnProfileLater } from './settings-card.tsx';

const texts = settingsTexts.gradient;

export function GradientCard({ user }: { user: OwnUser }) {
  const [chosen, setChosen] = useState(user.gradientColors);
  const toProfile = useOpenOwnProfileLater(user.username);
  const change = useOwnChange(user.id, {
    part: 'gradient-colors',
    answer: GradientColors,
    done: texts.done,
    failed: texts.failed,
  });
  return (
    <SettingsCard title={texts.title}>
      <div role="img" aria-label={texts.preview} className="relative pb-7">
        <div className="profile-banner h-24!" style={{ backgroundImage: gradientCss(chosen, 105) }} />
        <span className="absolute bottom-0 left-4 rounded-pill bg-surface p-1">
          <Avatar user={{ ...user, profileImage: null, gradientColors: chosen }} size={52} />
        </span>
      </div>
      {/* Shows four columns, or fewer if enlarged names do not fit. */}
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(max(22%,3.4rem),1fr))] gap-2">
        <legend className="sr-only">{texts.title}</legend>
        {gradientPresets.map(({ name, classes }) => (
          <label
            key={classes}
            className="flex min-h-11 flex-col gap-1 rounded-control p-1 text-center text-[0.6875rem] leading-tight wrap-break-word hyphens-auto text-soft has-checked:bg-raised has-checked:font-semibold has-checked:text-text has-checked:shadow-[0_0_0_2px_var(--air)] has-focus-visible:outline-2 has-focus-visible:outline-offset-[3px] has-focus-visible:outline-air"
          >
            <input
              type="radio"
              name="gradient"
              className="sr-only"
              checked={classes === chosen}
              onChange={() => setChosen(classes)}
            />
            <span
              aria-hidden="true"
              className="h-10 rounded-[10px] shadow-[inset_0_0_0_1px_#ffffff1f]"
              style={{ backgroundImage: gradientCss(classes) }}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {chosen !== user.gradientColors && (
        <SaveOrCancel
          save={texts.save}
          isSaving={change.isPending}
          onSave={() => change.mutate({ gradientColors: chosen }, { onSuccess: toProfile })}
          onCancel={() => setChosen(user.gradientColors)}
        />
      )}
    </SettingsCard>
  );
}
