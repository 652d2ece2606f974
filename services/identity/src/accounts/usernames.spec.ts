import { describe, expect, it } from '@jest/globals';
import { confusableSkeleton, ReservedUsernames } from './usernames.js';

describe('usernames', () => {
  it.each([
    ['paypal', 'раураl'],
    ['scope', 'ѕсоре'],
    ['rn', 'm'],
    ['𝔭𝒶ỿ𝕡𝕒ℓ', 'paypal'],
  ])('%j looks like %j', (one, other) => {
    expect(confusableSkeleton(one)).toBe(confusableSkeleton(other));
  });

  it('words of the product and configured names are reserved in any case', () => {
    const reserved = new ReservedUsernames(['nora mill']);
    for (const name of ['Anonymous', '[ANON]', 'HEARSAY', 'Admin', 'ADMIN ', 'Deleted', 'Nora Mill'])
      expect(reserved.isReserved(name)).toBe(true);
    for (const name of ['ada', 'anonymous-fan', 'nora', 'admins', 'мария', 'さくら'])
      expect(reserved.isReserved(name)).toBe(false);
  });

  it.each([
    ['а Cyrillic letter in admin', 'аdmin'],
    ['Cyrillic alone', 'арі'],
    ['a capital I in null', 'nuIl'],
    ['a digit in null', 'nul1'],
    ['a zero in moderator', 'm0derat0r'],
    ['two letters that look like one', 'adrnin'],
    ['Greek letters in anon', 'αnοn'],
    ['full width', 'Ｓｙｓｔｅｍ'],
    ['an invisible character', 'sup\u200bport'],
    ['a small l for a capital I', 'ADMlN'],
    ['small l for each of them', 'ADMlNlSTRATOR'],
    ['small l for one of them', 'ADMlNISTRATOR'],
    ['a small l beside a capital L', 'SPOTLlGHT'],
    ['three letters', 'APl'],
    ['a capital I with its dot', 'ADMİN'],
    ['a small l at the beginning of a protected name', 'lda Lane'],
    ['a protected name in capitals', 'NORA MlLL'],
    ['a protected name in other letters', 'ηοra mill'.replace('η', 'n')],
  ])('a name that looks like a reserved one is reserved: %s', (_what, name) => {
    expect(new ReservedUsernames(['nora mill', 'ida lane']).isReserved(name)).toBe(true);
  });

  it.each(['Adam', 'Alan', 'Linda', 'Apple', 'Nora Hill', 'Ida', 'İlkay'])(
    'a name that only shares letters with a reserved one is free: %s',
    (name) => {
      expect(new ReservedUsernames(['nora mill', 'ida lane']).isReserved(name)).toBe(false);
    },
  );
});
