let characters: Intl.Segmenter | undefined;

/** Shortens a text to at most `most` UTF-16 units. It cuts between whole characters and adds an ellipsis. */
export const shortenText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  return `${cutText(text, most - 1).trimEnd()}…`;
};

/**
 * Cuts a text to at most `most` UTF-16 units, between whole characters. A single longer character is cut between code
 * points.
 */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const last = characters.segment(text).containing(most)!.index;
  if (last > 0) return text.slice(0, last);
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
};

const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Encloses words in FSI and PDI (UAX 9), so that right-to-left words do not reorder the sentence around them. */
export const isolateDirection = (words: string): string =>
  rightToLeft.test(words) ? `\u2068${words.replace(directionMarks, '')}\u2069` : words;
