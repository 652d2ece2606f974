import { foldUsername } from '@hearsay/contracts';
import unhomoglyph from 'unhomoglyph';

const reservedWords = [
  'hearsay',
  'admin',
  'administrator',
  'moderator',
  'ambassador',
  'spotlight',
  'support',
  'system',
  'anonymous',
  '[anonymous]',
  'anon',
  '[anon]',
  'deleted',
  'null',
  'undefined',
  'me',
  'api',
];

/**
 * The skeleton of UTS 39 (https://www.unicode.org/reports/tr39/#Confusable_Detection): equal for texts that look alike.
 */
export const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

/** In lower case, the Turkish `İ` becomes an i with a second, combining dot. It looks like a plain i. */
const secondDot = /(?<=\p{Soft_Dotted})\u0307/gu;

/**
 * Names ignore case, but skeletons do not: capital I looks like l, and capital O like 0. Therefore both the written and
 * the folded name get a skeleton. An i may be written as a capital, so it counts as l.
 */
const readingsOf = (username: string): string[] =>
  [username.normalize('NFKC').trim(), foldUsername(username)].map((form) =>
    skeletonOf(foldUsername(skeletonOf(form)))
      .replace(secondDot, '')
      .replaceAll('i', 'l'),
  );

export class ReservedUsernames {
  readonly #readings: ReadonlySet<string>;

  constructor(configured: readonly string[]) {
    this.#readings = new Set([...reservedWords, ...configured].flatMap(readingsOf));
  }

  has(username: string): boolean {
    return readingsOf(username).some((reading) => this.#readings.has(reading));
  }
}
