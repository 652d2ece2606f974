import * as z from 'zod/mini';
import { limits } from './limits.js';
import { described } from './primitives.js';
import { maxTextLength, minTextLength } from './written-text.js';

const uuidLike = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const allowedCharacters = /^[\p{L}\p{Mn}\p{Mc}\p{Nd}\p{P}$+<=>^`|~ ]*$/u;
/** A combining dot above on a letter with a dot (i, j) is invisible, like an ignorable character. */
const notAllowed = /[/@]|\p{Default_Ignorable_Code_Point}|\p{Soft_Dotted}\p{M}*\u0307/u;

const viramas = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u0F84\u1039\u17D2';
/**
 * Sequences in a decomposed name that look like one endless letter. They are more than four marks on one letter (UTS
 * 39, 5.4), jamo beyond one syllable, or more than five joined consonants.
 */
const endlessLetter = /* @__PURE__ */ new RegExp(
  `\\p{M}{5}|[\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]{4}|(?:\\p{L}\\p{M}*[${viramas}]){5}`,
  'u',
);

/** "Recommended" scripts of UAX 31, table 5. The scripts Common and Inherited may be mixed with each of them. */
const scripts = [
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul',
  'Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana',
  'Thai Tibetan',
].flatMap((line) => line.split(' '));

/** Scripts that one name may mix: Japanese, Chinese with Bopomofo, and Korean, each with Latin. */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Does not decompose Hangul syllables, because they would become jamo. */
const isEndless = (name: string): boolean =>
  endlessLetter.test(name.replace(/[^\uAC00-\uD7A3]+/g, (part) => part.normalize('NFD')));

let oneScript: RegExp | undefined;

/**
 * The restriction level "Highly Restrictive" of UTS 39
 * (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection). Without it, a letter could be replaced by a
 * similar letter of another script.
 */
const isInOneScript = (name: string): boolean => {
  oneScript ??= new RegExp(
    [...scripts.map((script) => [script]), ...writtenTogether]
      .map(
        (together) =>
          `^[${['Common', 'Inherited', ...together].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`,
      )
      .join('|'),
    'u',
  );
  return oneScript.test(name);
};

/** NFKC, trimmed, 3 to 50 characters of one script, and not in the form of an id. Older names may break these rules. */
export const NewUsername = described(
  z.pipe(
    z.pipe(
      z.string({ error: 'Username required' }),
      z.transform((name: string) => name.normalize('NFKC').trim()),
    ),
    z.string().check(
      z.minLength(1, 'Username required'),
      minTextLength(limits.username.min, 'Username must be at least 3 characters long'),
      maxTextLength(limits.username.max, 'Username must be at most 50 characters long'),
      z.refine((name) => !notAllowed.test(name), 'Username may not contain / or @ or invisible characters'),
      // Browsers show two spaces as one.
      z.refine((name) => !name.includes('  '), 'Username may not contain two spaces in a row'),
      z.refine((name) => allowedCharacters.test(name), 'Username may contain only letters, digits and punctuation'),
      z.refine((name) => !isEndless(name), 'Username may not pile up marks on one letter'),
      z.refine(isInOneScript, 'Username may use the letters of one script only'),
      z.refine((name) => !uuidLike.test(name), 'Username may not look like an id'),
    ),
  ),
  {
    minLength: limits.username.min,
    maxLength: limits.username.max,
    description:
      'Counted in UTF-16 units after NFKC and trimming. Letters of one script, digits and punctuation, no `/` or `@`, no two blanks in a row, no id, and no reserved name',
  },
);

/**
 * Ignores compatibility forms, case and a leading @, which no name contains. The three case conversions make letters
 * with several forms equal, such as sharp s and final sigma.
 */
export const foldUsername = (username: string): string =>
  username
    .normalize('NFKC')
    .replace(/^[@\s]+/, '')
    .trimEnd()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
