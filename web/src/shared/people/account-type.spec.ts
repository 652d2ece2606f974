import { describe, expect, it } from '@jest/globals';
import { accountType, shownTitle } from './account-type.ts';

const roles = (changes: object) => ({
  isSpotlight: false,
  isAmbassador: false,
  isCreator: false,
  hideAmbassadorTitle: false,
  ...changes,
});

describe('what a person is called', () => {
  it.each([
    [{}, 'Fan', null],
    [{ isCreator: true }, 'Creator', null],
    [{ isCreator: true, isAmbassador: true }, 'Ambassador', 'Ambassador'],
    [{ isAmbassador: true, hideAmbassadorTitle: true }, 'Ambassador', null],
    [{ isAmbassador: true, isSpotlight: true, hideAmbassadorTitle: true }, 'Spotlight', 'Spotlight'],
  ])('%j is a %s, with the title %s', (changes, type, title) => {
    expect(accountType(roles(changes))).toBe(type);
    expect(shownTitle(roles(changes))).toBe(title);
  });
});
