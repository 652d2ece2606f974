/** What a field for a whole number keeps of what is typed: digits of any script, as ASCII, and the marks by which a fraction is known. */
export const numberWords = (typed: string): string =>
  [...typed.normalize('NFKC')]
    .map((character) => (/\p{Nd}/u.test(character) ? digitOf(character) : character))
    .join('')
    .replace(/[^\d.,٫٬'’⁄/−-]/g, '')
    .slice(0, MOST_CHARACTERS);

const MOST_CHARACTERS = 12;
const GROUPED = /^\d{1,3}(?:([.,٬'’])\d{3})(?:\1\d{3})*$/;

/** The whole number that is written there, also in groups of three digits; null for a fraction, a negative number and nothing. */
export function wholeNumberIn(words: string): number | null {
  const digits = GROUPED.test(words) ? words.replace(/\D/g, '') : words;
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** Digits of a script follow one another in Unicode, from its zero on. */
function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
