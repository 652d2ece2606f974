import { expect, it } from '@jest/globals';
import { accountType, shownTitle } from './account-type.ts';

const roles = (changes: object) => ({
  isSpotlight: false,
  isAmbassador: false,
  isCreator: false,
  hideAmbassadorTitle: false,
  ...changes,
});

it.each([
  [{}, 'Fan', null],
  [{ isCreator: true }, 'Creator', null],
  [{ isCreator: true, isAmbassador: true }, 'Ambassador', 'Ambassador'],
  [{ isAmbassador: true, hideAmbassadorTitle: true }, 'Ambassador', null],
  [{ isAmbassador: true, isSpotlight: true, hideAmbassadorTitle: true }, 'Spotlight', 'Spotlight'],
])('the account type of %j is %s, with the title %s', (changes, type, title) => {
  expect(accountType(roles(changes))).toBe(type);
  expect(shownTitle(roles(changes))).toBe(title);
});
