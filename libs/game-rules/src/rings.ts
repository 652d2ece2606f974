import type { AuraName, AuraOwner } from './auras.js';
import { type BadgeName, borderForLevel } from './badges.js';

/** What is drawn around an avatar. */
export type Ring =
  | { readonly kind: 'aura'; readonly name: AuraName }
  | { readonly kind: 'border'; readonly name: BadgeName };

/** A person's card, as far as it decides the ring. */
export interface RingOwner extends AuraOwner {
  readonly profileAura: AuraName;
  readonly profileBorder: BadgeName | null;
  readonly hideAmbassadorTitle: boolean;
}

/**
 * The ring around an avatar: the aura that shows, else the border, else the role's own aura (spotlight before ambassador,
 * a hidden ambassador has none), else the level's border; null = no ring.
 */
export const shownRing = (owner: RingOwner): Ring | null => {
  if (owner.profileAura !== 'none') return { kind: 'aura', name: owner.profileAura };
  if (owner.profileBorder) return { kind: 'border', name: owner.profileBorder };
  if (owner.isSpotlight) return { kind: 'aura', name: 'spotlight' };
  if (owner.isAmbassador && !owner.hideAmbassadorTitle) return { kind: 'aura', name: 'ambassador' };
  const border = borderForLevel(owner.level);
  return border ? { kind: 'border', name: border } : null;
};
