import type { AuraName, AuraOwner } from './auras.js';
import { type BadgeName, borderForLevel } from './badges.js';

export type Ring =
  | { readonly kind: 'aura'; readonly name: AuraName }
  | { readonly kind: 'border'; readonly name: BadgeName };

export interface RingOwner extends AuraOwner {
  readonly profileAura: AuraName;
  readonly profileBorder: BadgeName | null;
  readonly hideAmbassadorTitle: boolean;
}

/**
 * Returns the first of these rings that the person has: chosen aura, chosen border, aura of a role, border of the
 * level. Spotlight comes before ambassador, and a hidden ambassador has no aura of this role.
 */
export const shownRing = (owner: RingOwner): Ring | null => {
  if (owner.profileAura !== 'none') return { kind: 'aura', name: owner.profileAura };
  if (owner.profileBorder) return { kind: 'border', name: owner.profileBorder };
  if (owner.isSpotlight) return { kind: 'aura', name: 'spotlight' };
  if (owner.isAmbassador && !owner.hideAmbassadorTitle) return { kind: 'aura', name: 'ambassador' };
  const border = borderForLevel(owner.level);
  return border ? { kind: 'border', name: border } : null;
};
