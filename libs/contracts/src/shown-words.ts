let characters: Intl.Segmenter | undefined;

/**
 * At most `most` UTF-16 units of a text, with the sign that some were left out. Only whole characters, as people count them, are left out.
 */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text;
  return `${beginning(text, most - 1).trimEnd()}…`;
};

/** At most `most` UTF-16 units of a text, in whole characters. A character longer than that is cut between its code points. */
export const beginning = (text: string, most: number): string => {
  if (text.length <= most) return text;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const last = characters.segment(text).containing(most)!.index;
  if (last > 0) return text.slice(0, last);
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
};

/** Marks of direction that a text may hold: an unmatched one would reach beyond its end. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;
/** The blocks of letters that are written from right to left, and the marks that say so. */
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Words of people inside a sentence of ours, which is written from left to right. Words of the other direction are isolated (UAX 9, FSI and PDI), so that
 * the sentence keeps its order; others cannot change it and stay as they are.
 */
export const isolated = (words: string): string =>
  rightToLeft.test(words) ? `\u2068${words.replace(directionMarks, '')}\u2069` : words;
