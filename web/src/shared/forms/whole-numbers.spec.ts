import { expect, it } from '@jest/globals';
import { parseWholeNumber, withAsciiDigits } from './whole-numbers.ts';

it.each([
  ['25', 25],
  ['٢٥', 25],
  ['۲۵', 25],
  ['२५', 25],
  ['２５', 25],
  ['๒๕', 25],
  ['𝟐𝟓', 25],
  ['༢༥', 25],
  ['٩٠', 90],
  [' 2 5 ', 25],
  ['5,000', 5000],
  ['5.000.000', 5_000_000],
  ['٥٬٠٠٠', 5000],
  ["1'000", 1000],
  ['1.5', null],
  ['1,5', null],
  ['١٫٥', null],
  ['½', null],
  ['1/2', null],
  ['-5', null],
  ['−5', null],
  ['1.', null],
  ['1,000.5', null],
  ['many', null],
  ['', null],
  ['1000', 1000],
])('the typed number %p is read as %p', (typed, number) => {
  expect(parseWholeNumber(withAsciiDigits(typed))).toBe(number);
});
