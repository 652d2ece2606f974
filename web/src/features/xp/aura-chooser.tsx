import { type Aura, AuraChoice as AuraAnswer, type OwnUser } from '@hearsay/contracts';
import { type AuraRule, auras, isAuraUnlocked, shownAura, shownRing } from '@hearsay/game-rules';
import clsx from 'clsx';
import { type ComponentProps, useState } from 'react';
import { useOwnChange } from '../../shared/session/own-user.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { LockIcon } from '../../shared/ui/icons.tsx';
import { Avatar } from '../../shared/ui/person.tsx';

const texts = xpTexts.aura;
const received = auras.filter(({ name }) => name === 'ambassador' || name === 'spotlight');
const earned = auras.filter((rule) => !received.includes(rule));

const row =
  'flex items-center gap-3 rounded-card border border-line bg-surface py-2 pr-4 pl-2 transition-[border-color] duration-150 ease-(--ease) data-locked:cursor-default data-locked:[&_.aura]:opacity-55 has-checked:border-air has-checked:shadow-[0_0_0_1px_var(--air)] has-focus-visible:outline-2 has-focus-visible:outline-offset-[3px] has-focus-visible:outline-air';

/** Radios are `relative` to their label, so that the browser scrolls to a focused one. */
const strip = 'flex min-w-0 scroll-px-3 gap-2 overflow-x-auto -mx-3 px-3 py-1';
const tall = 'relative w-41 flex-none flex-col items-start! px-3! pb-4';

/** Only unlocked auras can be chosen. The server checks this too. */
const useSaveAura = (user: OwnUser) =>
  useOwnChange<{ aura: Aura }>(user.id, {
    part: 'aura',
    answer: {
      parse: (answer) => {
        const { aura } = AuraAnswer.parse(answer);
        return { chosenAura: aura, profileAura: shownAura(aura, user) };
      },
    },
    done: texts.done,
    failedTitle: texts.failed.title,
    failed: texts.failed.text,
  });

interface AuraChoices {
  readonly rules: readonly AuraRule[];
  readonly legend: string;
  readonly submit: string;
  /** Shows the choices in one row that scrolls sideways. */
  readonly isStrip?: boolean;
}

export function useAuraChoice(user: OwnUser, { rules, legend, submit, isStrip = false }: AuraChoices) {
  const [selected, setSelected] = useState<Aura>(user.chosenAura);
  const save = useSaveAura(user);
  return {
    selected,
    choices: (
      <fieldset className={isStrip ? strip : 'flex flex-col gap-2'}>
        <legend className="sr-only">{legend}</legend>
        {rules.map((rule) => (
          <AuraChoice
            key={rule.name}
            user={user}
            rule={rule}
            isSelected={rule.name === selected}
            isTall={isStrip}
            onSelect={() => setSelected(rule.name)}
          />
        ))}
      </fieldset>
    ),
    save: (className: string) => (
      <Button
        className={className}
        disabled={selected === user.chosenAura || save.isPending}
        onClick={() => save.mutate({ aura: selected })}
      >
        {save.isPending ? texts.saving : submit}
      </Button>
    ),
  };
}

interface AuraChoiceProps {
  readonly user: OwnUser;
  readonly rule: AuraRule;
  readonly isSelected: boolean;
  readonly isTall: boolean;
  readonly onSelect: () => void;
}

function AuraChoice({ user, rule, isSelected, isTall, onSelect }: AuraChoiceProps) {
  const isUnlocked = isAuraUnlocked(rule.name, user);
  return (
    <label className={clsx(row, isTall && tall)} data-locked={!isUnlocked || undefined}>
      <input
        type="radio"
        name="aura"
        className="sr-only"
        aria-label={rule.label}
        aria-describedby={`aura-${rule.name}`}
        checked={isSelected}
        disabled={!isUnlocked}
        onChange={onSelect}
      />
      <RingSample user={user} ring={shownRing({ ...user, profileAura: rule.name })} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-display text-[1.125rem] leading-tight font-bold">{rule.label}</span>
          {isSelected && (
            <span className="rounded-tag bg-amber-tint px-1.5 py-0.5 font-display text-[0.71875rem] leading-none font-bold text-amber">
              {texts.selected}
            </span>
          )}
        </span>
        <Description rule={rule} isUnlocked={isUnlocked} />
      </span>
    </label>
  );
}

const RingSample = (props: Pick<ComponentProps<typeof Avatar>, 'user' | 'ring'>) => (
  <span className="grid size-22 flex-none place-items-center">
    <Avatar {...props} size={48} />
  </span>
);

function Description({ rule, isUnlocked }: { rule: AuraRule; isUnlocked: boolean }) {
  return (
    <span id={`aura-${rule.name}`} className="block text-sm text-soft">
      <span>{rule.description}</span>
      {!isUnlocked && (
        <span className="flex gap-1.5 pt-1 font-medium text-balance text-whisper">
          <span className="grid h-lh place-items-center">
            <LockIcon size={15} />
          </span>
          <span>{` ${requirementOf(rule)}`}</span>
        </span>
      )}
    </span>
  );
}

function requirementOf({ unlockLevel, role }: AuraRule): string {
  if (role === 'spotlight') return texts.spotlightOnly;
  if (role === 'ambassador') return unlockLevel > 1 ? texts.levelAndAmbassador(unlockLevel) : texts.ambassadorOnly;
  return texts.unlocksAt(unlockLevel);
}

export function XpSection({ title, children }: { title: string; children: Elements }) {
  return (
    <section data-section className="px-3 pt-8">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function AuraChooser({ user }: { user: OwnUser }) {
  const { choices, save } = useAuraChoice(user, {
    rules: earned,
    legend: texts.choose,
    submit: texts.apply,
    isStrip: true,
  });
  return (
    <XpSection title={texts.choose}>
      {choices}
      {save('mt-4 w-full')}
      {/* Locked radios take no focus, so the keyboard cannot scroll to the end of the strip. The XP page lists
          all auras. */}
      <LinkButton weight="quiet" to="/aura-settings" className="mt-2 w-full">
        {texts.all}
      </LinkButton>
    </XpSection>
  );
}

export function RoleAuras({ user }: { user: OwnUser }) {
  const save = useSaveAura(user);
  return (
    <XpSection title={texts.received}>
      <ul className="flex flex-col gap-2">
        {received.map((rule) => {
          const { name, label } = rule;
          const isMine = isAuraUnlocked(name, user);
          return (
            <li key={name} className={row} data-locked={!isMine || undefined}>
              <RingSample user={user} ring={{ kind: 'aura', name }} />
              <span className="min-w-0 flex-1">
                <span className="block font-display text-[1.125rem] font-bold">{label}</span>
                <Description rule={rule} isUnlocked={isMine} />
              </span>
              {isMine && (
                <Button
                  weight="quiet"
                  disabled={user.chosenAura === name || save.isPending}
                  onClick={() => save.mutate({ aura: name })}
                >
                  {user.chosenAura === name ? texts.selected : texts.apply}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </XpSection>
  );
}
