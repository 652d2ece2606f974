/** Converts digits of any script to ASCII and keeps the marks of groups, fractions and signs. */
export const withAsciiDigits = (typed: string): string =>
  [...typed.normalize('NFKC')]
    .map((character) => (/\p{Nd}/u.test(character) ? digitOf(character) : character))
    .join('')
    .replace(/[^\d.,٫٬'’⁄/−-]/g, '')
    .slice(0, MOST_CHARACTERS);

const MOST_CHARACTERS = 12;
const GROUPED = /^\d{1,3}(?:([.,٬'’])\d{3})(?:\1\d{3})*$/;

/** Accepts groups of three digits. @returns null for a fraction, a negative number or no number */
export function parseWholeNumber(words: string): number | null {
  const digits = GROUPED.test(words) ? words.replace(/\D/g, '') : words;
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** In Unicode, the digits of each script follow its zero. */
function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
