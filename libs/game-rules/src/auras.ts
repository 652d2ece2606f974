import { lowestLevel } from './levels.js';

export type AuraName =
  | 'none'
  | 'neon-glow'
  | 'shadow-flame'
  | 'glitch-frame'
  | 'love-aura'
  | 'golden-crown'
  | 'crystal-frame'
  | 'divine-mastery'
  | 'ambassador'
  | 'spotlight';

export interface AuraRule {
  readonly name: AuraName;
  readonly label: string;
  readonly description: string;
  readonly unlockLevel: number;
  readonly role: 'ambassador' | 'spotlight' | null;
}

export interface AuraOwner {
  readonly level: number;
  readonly isAmbassador: boolean;
  readonly isSpotlight: boolean;
}

export const auras: readonly AuraRule[] = [
  { name: 'none', label: 'None', description: 'Your avatar as it is', unlockLevel: lowestLevel, role: null },
  {
    name: 'neon-glow',
    label: 'Neon Glow',
    description: 'Neon light that flows around you',
    unlockLevel: 3,
    role: null,
  },
  {
    name: 'shadow-flame',
    label: 'Shadow Flame',
    description: 'Dark smoke that never settles',
    unlockLevel: 5,
    role: null,
  },
  {
    name: 'glitch-frame',
    label: 'Glitch Frame',
    description: 'A frame cut into flickering slices',
    unlockLevel: 6,
    role: null,
  },
  { name: 'love-aura', label: 'Love Aura', description: 'A pulse of hearts', unlockLevel: 7, role: null },
  {
    name: 'golden-crown',
    label: 'Golden Crown',
    description: 'A crown for seasoned ambassadors',
    unlockLevel: 8,
    role: 'ambassador',
  },
  {
    name: 'crystal-frame',
    label: 'Crystal Frame',
    description: 'Facets that catch the light',
    unlockLevel: 9,
    role: null,
  },
  {
    name: 'divine-mastery',
    label: 'Divine Mastery',
    description: 'Rays of light from the highest level',
    unlockLevel: 10,
    role: null,
  },
  {
    name: 'ambassador',
    label: 'Ambassador',
    description: 'The laurel of those who look after Hearsay',
    unlockLevel: lowestLevel,
    role: 'ambassador',
  },
  {
    name: 'spotlight',
    label: 'Spotlight',
    description: 'The beam of a spotlight creator',
    unlockLevel: lowestLevel,
    role: 'spotlight',
  },
];

export const isAuraUnlocked = (name: AuraName, owner: AuraOwner): boolean => {
  const rule = auras.find((aura) => aura.name === name);
  if (!rule || owner.level < rule.unlockLevel) return false;
  if (rule.role === 'ambassador') return owner.isAmbassador;
  return rule.role !== 'spotlight' || owner.isSpotlight;
};

/** The chosen aura if it is unlocked. A hidden ambassador title does not hide this aura (see `shownRing`). */
export const shownAura = (chosen: AuraName, owner: AuraOwner): AuraName =>
  isAuraUnlocked(chosen, owner) ? chosen : 'none';
