import { describe, expect, it } from '@jest/globals';
import { type AuraOwner, auras, isAuraUnlocked, shownAura } from './auras.js';

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

  it('ambassador and spotlight need the flag of the role, and no level', () => {
    expect(isAuraUnlocked('ambassador', ambassador(1))).toBe(true);
    expect(isAuraUnlocked('ambassador', spotlight(10))).toBe(false);
    expect(isAuraUnlocked('spotlight', spotlight(1))).toBe(true);
    expect(isAuraUnlocked('spotlight', ambassador(10))).toBe(false);
  });

  it('the aura `none` is always unlocked', () => {
    expect(isAuraUnlocked('none', fan(1))).toBe(true);
  });

  it('each aura is listed once', () => {
    expect(new Set(auras.map((aura) => aura.name)).size).toBe(10);
  });

  it('a locked aura is not shown', () => {
    expect(shownAura('love-aura', fan(7))).toBe('love-aura');
    expect(shownAura('love-aura', fan(6))).toBe('none');
    expect(shownAura('ambassador', fan(10))).toBe('none');
  });
});
