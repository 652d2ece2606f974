import { describe, expect, it } from '@jest/globals';
import { type RingOwner, shownRing } from './rings.js';

describe('the ring around an avatar', () => {
  const card: RingOwner = {
    level: 1,
    isAmbassador: false,
    isSpotlight: false,
    profileAura: 'none',
    profileBorder: null,
    hideAmbassadorTitle: false,
  };

  it('the ring shows a chosen aura rather than a chosen border', () => {
    expect(shownRing({ ...card, level: 3, profileAura: 'neon-glow', profileBorder: 'active' })).toEqual({
      kind: 'aura',
      name: 'neon-glow',
    });
    expect(shownRing({ ...card, level: 3, profileBorder: 'active' })).toEqual({ kind: 'border', name: 'active' });
  });

  it('without a choice the ring is the spotlight aura, or else the ambassador aura', () => {
    expect(shownRing({ ...card, isAmbassador: true })).toEqual({ kind: 'aura', name: 'ambassador' });
    expect(shownRing({ ...card, isAmbassador: true, isSpotlight: true })).toEqual({ kind: 'aura', name: 'spotlight' });
  });

  it('the ring does not reveal a hidden ambassador, but keeps a chosen aura', () => {
    expect(shownRing({ ...card, isAmbassador: true, hideAmbassadorTitle: true })).toBeNull();
    expect(shownRing({ ...card, isAmbassador: true, hideAmbassadorTitle: true, profileAura: 'ambassador' })).toEqual({
      kind: 'aura',
      name: 'ambassador',
    });
  });

  it('the ring is the border of the level if no other ring applies', () => {
    expect(shownRing({ ...card, level: 2 })).toEqual({ kind: 'border', name: 'rookie' });
    expect(shownRing(card)).toBeNull();
  });
});
