import { unspacedScripts } from '../word-rules/folded-words.js';

/** A word in its comparable form, with its position in the text in UTF-16 units. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface SearchWord {
  readonly word: string;
  /** True if longer words that begin with this word match too. */
  readonly isBeginning: boolean;
}

/** Characters of scripts that write no spaces between words, for a character class of a regular expression. */
const unspaced = `ー${unspacedScripts}`;
const runs = new RegExp(`[${unspaced}]+|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** PostgreSQL stores no positions above 16,383, and the lexemes of this many words fit into a tsvector. */
const maxWords = 16_000;
const maxWordCharacters = 60;
/** Minimum length of a word that also matches longer words. A shorter one would match a large part of all texts. */
const minBeginning = 3;

/** Cuts between characters, because PostgreSQL cannot store half of a surrogate pair. */
const cut = (word: string): string =>
  word.length <= maxWordCharacters
    ? word
    : [...word.slice(0, 2 * maxWordCharacters)].slice(0, maxWordCharacters).join('');

const isPlain = /^[a-z0-9]+$/i;

/** Ignores case, accents and compatibility forms. Letters with several forms (sharp s, final sigma) become equal. */
const folded = (word: string): string => {
  // Splitting a text spends most of its time in the steps below. Words of ASCII letters and digits do not need them.
  if (isPlain.test(word)) return cut(word.toLowerCase());
  const letters = word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
  return cut(letters);
};

const pairsIn = (run: string, start: number): Word[] => {
  const characters = [...run];
  let from = start;
  return characters.slice(0, Math.max(1, characters.length - 1)).map((character, index) => {
    const pair = character + (characters[index + 1] ?? '');
    const word = { word: folded(pair), start: from, end: from + pair.length };
    from += character.length;
    return word;
  });
};

/** The words of a text in their order. In scripts without spaces, each pair of neighbouring characters is a word. */
export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(runs)]
    .flatMap(({ 0: run, index }) =>
      isUnspaced.test(run) ? pairsIn(run, index) : { word: folded(run), start: index, end: index + run.length },
    )
    .filter(({ word }) => word !== '');

/**
 * Words of the title have weight A, and words of the body have weight B. The literal needs no escapes, because words
 * are letters and digits only.
 */
export const tsvectorOf = (title: string, body: string): string =>
  [...wordsIn(title).map(({ word }) => [word, 'A']), ...wordsIn(body).map(({ word }) => [word, 'B'])]
    .slice(0, maxWords)
    .map(([word, weight], index) => `'${word}':${index + 1}${weight}`)
    .join(' ');

/** Each word once. Only the last word may match longer words, because a person may still be typing it. */
export const searchWordsOf = (query: string): SearchWord[] => {
  const words = wordsIn(query).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  return [...new Set(words)].map((word) => ({ word, isBeginning: word === last && word.length >= minBeginning }));
};

const lexeme = (word: string, isBeginning = false): string => `'${word}'${isBeginning ? ':*' : ''}`;

/** Texts match if they contain all words, in any order. */
export const tsqueryOf = (sought: readonly SearchWord[]): string =>
  sought.map(({ word, isBeginning }) => lexeme(word, isBeginning)).join(' & ');

/** Number of a title's longest words that are compared. Long words distinguish titles better than short ones. */
const comparedWords = 6;
const neededWords = 3;

/** All combinations of `size` words. Each combination keeps the order of the words. */
const choicesOf = (words: readonly string[], size: number): string[][] =>
  size === 0
    ? [[]]
    : words.flatMap((word, index) => choicesOf(words.slice(index + 1), size - 1).map((others) => [word, ...others]));

/** Matches titles with three of the six longest words. Of a title with 2 or 3 words, one word may be missing. */
export const similarTsqueryOf = (title: string): string => {
  const words = [...new Set(wordsIn(title).map(({ word }) => word))]
    .sort((a, b) => b.length - a.length)
    .slice(0, comparedWords)
    .map((word) => lexeme(word));
  const size = Math.min(neededWords, Math.max(1, words.length - 1));
  return words.length === 0
    ? ''
    : choicesOf(words, size)
        .map((choice) => `(${choice.join(' & ')})`)
        .join(' | ');
};
