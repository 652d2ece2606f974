import type { Aura, OwnUser } from '@hearsay/contracts';
import { type AuraRule, isAuraUnlocked, shownRing } from '@hearsay/game-rules';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { LockIcon } from '../../shared/ui/icons.tsx';

const texts = xpTexts.aura;

export const auraRow =
  'flex items-center gap-3 rounded-card border border-line bg-surface py-2 pr-4 pl-2 transition-[border-color] duration-150 ease-(--ease) data-locked:cursor-default data-locked:[&_.aura]:opacity-55 has-checked:border-air has-checked:shadow-[0_0_0_1px_var(--air)] has-focus-visible:outline-2 has-focus-visible:outline-offset-[3px] has-focus-visible:outline-air';

interface AuraChoiceProps {
  readonly user: OwnUser;
  readonly rule: AuraRule;
  readonly isSelected: boolean;
  readonly onSelect: (name: Aura) => void;
}

export function AuraChoice({ user, rule, isSelected, onSelect }: AuraChoiceProps) {
  const isUnlocked = isAuraUnlocked(rule.name, user);
  return (
    <label className={auraRow} data-locked={!isUnlocked || undefined}>
      <input
        type="radio"
        name="aura"
        className="sr-only"
        aria-label={rule.label}
        aria-describedby={`aura-${rule.name}`}
        checked={isSelected}
        disabled={!isUnlocked}
        onChange={() => onSelect(rule.name)}
      />
      <span className="grid size-22 flex-none place-items-center">
        <Avatar user={user} size={48} ring={shownRing({ ...user, profileAura: rule.name })} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-display text-[1.125rem] leading-tight font-bold">{rule.label}</span>
          {isSelected && (
            <span className="rounded-tag bg-amber-tint px-1.5 py-0.5 font-display text-[0.71875rem] leading-none font-bold text-amber">
              {texts.selected}
            </span>
          )}
        </span>
        <span id={`aura-${rule.name}`} className="block text-sm text-soft">
          <span>{rule.description}</span>
          {!isUnlocked && <AuraRequirement rule={rule} />}
        </span>
      </span>
    </label>
  );
}

export function AuraRequirement({ rule }: { rule: AuraRule }) {
  return (
    <span className="flex gap-1.5 pt-1 font-medium text-balance text-whisper">
      <span className="grid h-lh place-items-center">
        <LockIcon size={15} />
      </span>
      <span>{` ${requirementOf(rule)}`}</span>
    </span>
  );
}

function requirementOf({ unlockLevel, role }: AuraRule): string {
  if (role === 'spotlight') return texts.spotlightOnly;
  if (role === 'ambassador') return unlockLevel > 1 ? texts.levelAndAmbassador(unlockLevel) : texts.ambassadorOnly;
  return texts.unlocksAt(unlockLevel);
}
