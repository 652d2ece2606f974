/** Scripts without blanks between words, as part of a character class. For rules, each character counts as a word. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const ignored = /\p{Default_Ignorable_Code_Point}/gu;
const markedLetter = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const separators = /[^\p{L}\p{M}\p{N}\p{S}]+/gu;
const singles = new RegExp(`[\\p{S}${unspacedScripts}]`, 'gu');

/**
 * The words of a text in comparable form (Unicode NFKC_Casefold). Words are equal if they differ only in compatibility
 * forms, case, invisible characters, or marks on Latin, Greek and Cyrillic letters. Each symbol or emoji is a word.
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

/** The words of the texts, separated by blanks. A line break separates texts, so that no rule matches across texts. */
export const searchable = (...texts: readonly (string | null)[]): string =>
  texts.map((text) => ` ${foldedWords(text ?? '').join(' ')} `).join('\n');

/** True if the words of the rule occur side by side. @param within a result of `searchable` */
export const holds = (rule: string, within: string): boolean => {
  const words = foldedWords(rule);
  return words.length > 0 && within.includes(` ${words.join(' ')} `);
};
