import { describe, expect, it } from '@jest/globals';
import { type AuraOwner, auras, isAuraUnlocked, type RingOwner, shownAura, shownRing } from './auras.js';

const fan = (level: number): AuraOwner => ({ level, isAmbassador: false, isSpotlight: false });
const ambassador = (level: number): AuraOwner => ({ level, isAmbassador: true, isSpotlight: false });
const spotlight = (level: number): AuraOwner => ({ level, isAmbassador: false, isSpotlight: true });

describe('auras', () => {
  it.each([
    ['neon-glow', 3],
    ['shadow-flame', 5],
    ['glitch-frame', 6],
    ['love-aura', 7],
    ['crystal-frame', 9],
    ['divine-mastery', 10],
  ] as const)('%s unlocks at level %i', (name, level) => {
    expect(isAuraUnlocked(name, fan(level - 1))).toBe(false);
    expect(isAuraUnlocked(name, fan(level))).toBe(true);
  });

  it('golden-crown needs level 8 and the ambassador flag', () => {
    expect(isAuraUnlocked('golden-crown', ambassador(7))).toBe(false);
    expect(isAuraUnlocked('golden-crown', ambassador(8))).toBe(true);
    expect(isAuraUnlocked('golden-crown', fan(10))).toBe(false);
    expect(isAuraUnlocked('golden-crown', spotlight(10))).toBe(false);
  });

  it('the exclusive ones need their flag and no level', () => {
    expect(isAuraUnlocked('ambassador', ambassador(1))).toBe(true);
    expect(isAuraUnlocked('ambassador', spotlight(10))).toBe(false);
    expect(isAuraUnlocked('spotlight', spotlight(1))).toBe(true);
    expect(isAuraUnlocked('spotlight', ambassador(10))).toBe(false);
  });

  it('none is always available', () => {
    expect(isAuraUnlocked('none', fan(1))).toBe(true);
  });

  it('are all listed once', () => {
    expect(new Set(auras.map((aura) => aura.name)).size).toBe(10);
  });

  it('a chosen one that is locked is not shown until it is earned again', () => {
    expect(shownAura('love-aura', fan(7))).toBe('love-aura');
    expect(shownAura('love-aura', fan(6))).toBe('none');
    expect(shownAura('ambassador', fan(10))).toBe('none');
  });
});

describe('the ring around an avatar', () => {
  const card: RingOwner = { ...fan(1), profileAura: 'none', profileBorder: null, hideAmbassadorTitle: false };

  it('is the aura before the border', () => {
    expect(shownRing({ ...card, level: 3, profileAura: 'neon-glow', profileBorder: 'active' })).toEqual({
      kind: 'aura',
      name: 'neon-glow',
    });
    expect(shownRing({ ...card, level: 3, profileBorder: 'active' })).toEqual({ kind: 'border', name: 'active' });
  });

  it('falls back to the role, spotlight first', () => {
    expect(shownRing({ ...card, isAmbassador: true })).toEqual({ kind: 'aura', name: 'ambassador' });
    expect(shownRing({ ...card, isAmbassador: true, isSpotlight: true })).toEqual({ kind: 'aura', name: 'spotlight' });
  });

  it('does not give a hidden ambassador away, but keeps a chosen aura', () => {
    expect(shownRing({ ...card, isAmbassador: true, hideAmbassadorTitle: true })).toBeNull();
    expect(shownRing({ ...card, isAmbassador: true, hideAmbassadorTitle: true, profileAura: 'ambassador' })).toEqual({
      kind: 'aura',
      name: 'ambassador',
    });
  });

  it('ends with the border of the level', () => {
    expect(shownRing({ ...card, level: 2 })).toEqual({ kind: 'border', name: 'rookie' });
    expect(shownRing(card)).toBeNull();
  });
});
