/** Scripts without blanks between words. Each of their characters counts as a word. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const ignored = /\p{Default_Ignorable_Code_Point}/gu;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const separators = /[^\p{L}\p{M}\p{N}\p{S}]+/gu;
const singles = new RegExp(`[\\p{S}${unspacedScripts}]`, 'gu');

/**
 * The words of a text in comparable form (Unicode NFKC_Casefold). Compatibility forms, case and invisible characters
 * make no difference, nor do marks on Latin, Greek and Cyrillic letters. Marks of other scripts do. Symbols and emoji
 * are words of their own.
 */
export const foldedWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(ignored, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(markedLetter, '$1')
    .normalize('NFKC')
    .replace(singles, ' $& ')
    .split(separators)
    .filter((word) => word !== '');

/** Joins texts into one, with blanks between words. A line break separates texts, so that no rule matches across it. */
export const searchable = (...texts: readonly (string | null)[]): string =>
  texts.map((text) => ` ${foldedWords(text ?? '').join(' ')} `).join('\n');

/** @param within a text from `searchable` */
export const holds = (rule: string, within: string): boolean => {
  const words = foldedWords(rule);
  return words.length > 0 && within.includes(` ${words.join(' ')} `);
};
