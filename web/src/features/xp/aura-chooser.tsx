import type { Aura, OwnUser } from '@hearsay/contracts';
import { auras, isAuraUnlocked } from '@hearsay/game-rules';
import { useState } from 'react';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useSaveAura } from './aura.mutations.ts';
import { AuraChoice, AuraRequirement, auraRow } from './aura-choice.tsx';

const texts = xpTexts.aura;
const received = auras.filter(({ name }) => name === 'ambassador' || name === 'spotlight');
const earned = auras.filter((rule) => !received.includes(rule));

export function AuraChooser({ user }: { user: OwnUser }) {
  const [selected, setSelected] = useState<Aura>(user.chosenAura);
  const save = useSaveAura(user.id);
  return (
    <section className="px-3 pt-8">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{texts.choose}</h2>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{texts.choose}</legend>
        {earned.map((rule) => (
          <AuraChoice
            key={rule.name}
            user={user}
            rule={rule}
            isSelected={rule.name === selected}
            onSelect={setSelected}
          />
        ))}
      </fieldset>
      <Button
        className="mt-4 w-full"
        disabled={selected === user.chosenAura || save.isPending}
        onClick={() => save.mutate(selected)}
      >
        {save.isPending ? texts.saving : texts.apply}
      </Button>
    </section>
  );
}

export function ReceivedAuras({ user }: { user: OwnUser }) {
  const save = useSaveAura(user.id);
  return (
    <section className="px-3 pt-8">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{texts.received}</h2>
      <ul className="flex flex-col gap-2">
        {received.map((rule) => {
          const { name, label, description } = rule;
          const isMine = isAuraUnlocked(name, user);
          return (
            <li key={name} className={auraRow} data-locked={!isMine || undefined}>
              <span className="grid size-22 flex-none place-items-center">
                <Avatar user={user} size={48} ring={{ kind: 'aura', name }} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-display text-[1.125rem] font-bold">{label}</span>
                <span className="block text-sm text-soft">
                  <span>{description}</span>
                  {!isMine && <AuraRequirement rule={rule} />}
                </span>
              </span>
              {isMine && (
                <Button
                  weight="quiet"
                  disabled={user.chosenAura === name || save.isPending}
                  onClick={() => save.mutate(name)}
                >
                  {user.chosenAura === name ? texts.selected : texts.apply}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
