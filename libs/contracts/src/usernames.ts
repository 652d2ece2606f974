import * as z from 'zod/mini';
import { limits } from './limits.js';
import { atLeast, atMost } from './written-text.js';

const uuidLike = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Letters with their marks, digits, punctuation, the symbols of ASCII and the space. */
const allowedCharacters = /^[\p{L}\p{Mn}\p{Mc}\p{Nd}\p{P}$+<=>^`|~ ]*$/u;
/** A dot above on a letter that has one already (i, j) is as invisible as an ignorable character. */
const notAllowed = /[/@]|\p{Default_Ignorable_Code_Point}|\p{Soft_Dotted}\p{M}*\u0307/u;

/** The scripts that people write names in today: "Recommended" in UAX 31, table 5 (Common and Inherited go with each of them). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];

/** Written together: Japanese, Chinese with its sounds, Korean, each with Latin. */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

let oneScript: RegExp | undefined;

/**
 * Whether a name is written in one script, as UTS 39 defines its restriction level "Highly Restrictive"
 * (https://www.unicode.org/reports/tr39/#Restriction_Level_Detection): so no letter of another script can stand for one that looks like it.
 */
const isInOneScript = (name: string): boolean => {
  oneScript ??= new RegExp(
    [...scripts.map((script) => [script]), ...writtenTogether]
      .map((together) => `^[${['Common', 'Inherited', ...together].map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`)
      .join('|'),
    'u',
  );
  return oneScript.test(name);
};

/** A new name: NFKC, trimmed, 3 to 50 characters of one script, nothing that looks like an id. Older names may be others and go on. */
export const NewUsername = z.pipe(
  z.pipe(
    z.string({ error: 'Username required' }),
    z.transform((name: string) => name.normalize('NFKC').trim()),
  ),
  z.string().check(
    z.minLength(1, 'Username required'),
    atLeast(limits.username.min, 'Username must be at least 3 characters long'),
    atMost(limits.username.max, 'Username must be at most 50 characters long'),
    z.refine((name) => !notAllowed.test(name), 'Username may not contain / or @ or invisible characters'),
    // Pages show them as one.
    z.refine((name) => !name.includes('  '), 'Username may not contain two spaces in a row'),
    z.refine((name) => allowedCharacters.test(name), 'Username may contain only letters, digits and punctuation'),
    z.refine(isInOneScript, 'Username may use the letters of one script only'),
    z.refine((name) => !uuidLike.test(name), 'Username may not look like an id'),
  ),
);

/**
 * A name as names are compared, for their uniqueness and for everything that is counted by name: compatibility forms and case do
 * not matter. Lower, upper, lower: so that letters with several forms (sharp s, final sigma) meet in one.
 */
export const foldUsername = (username: string): string =>
  username.normalize('NFKC').trim().toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
