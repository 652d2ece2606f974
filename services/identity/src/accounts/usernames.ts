import { foldUsername } from '@hearsay/contracts';
import unhomoglyph from 'unhomoglyph';

/** Words that would be taken for the product itself, for a role or for the mask of an anonymous author. */
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

/** UTS 39's skeleton (https://www.unicode.org/reports/tr39/#Confusable_Detection): texts that look alike have the same one. */
export const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

/** What lower case makes of the Turkish capital that keeps its dot (`İ`): an i with a dot above, which looks like any i. */
const secondDot = /(?<=\p{Soft_Dotted})\u0307/gu;

/**
 * What a name may be read as. A skeleton depends on case (capital I looks like l, 0 like O), names do not: so it is taken of the name as it
 * is written and as it is compared, and since every i may be written as a capital, an i and an l are one.
 */
const readingsOf = (username: string): string[] =>
  [username.normalize('NFKC').trim(), foldUsername(username)].map((form) =>
    skeletonOf(foldUsername(skeletonOf(form)))
      .replace(secondDot, '')
      .replaceAll('i', 'l'),
  );

/** Which names nobody can register: the reserved words, those of the configuration (folded), and all that look like one of them. */
export class ReservedUsernames {
  readonly #readings: ReadonlySet<string>;

  constructor(configured: readonly string[]) {
    this.#readings = new Set([...reservedWords, ...configured].flatMap(readingsOf));
  }

  has(username: string): boolean {
    return readingsOf(username).some((reading) => this.#readings.has(reading));
  }
}
