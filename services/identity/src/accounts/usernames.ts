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
 * The skeleton of UTS 39 (https://www.unicode.org/reports/tr39/#Confusable_Detection). Texts that look alike have
 * equal skeletons.
 */
export const confusableSkeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD');

/**
 * A combining dot after a letter that has a dot already. The Turkish `İ` becomes an i with such a second dot in lower
 * case, which looks like a plain i.
 */
const secondDot = /(?<=\p{Soft_Dotted})\u0307/gu;

/**
 * Two names look alike if they have one of these forms in common. Names ignore case, but skeletons do not: capital I
 * looks like l, and capital O like 0. Therefore both the written and the folded name have a form. In all forms i counts
 * as l, because it may be written as a capital.
 */
const comparableForms = (username: string): string[] =>
  [username.normalize('NFKC').trim(), foldUsername(username)].map((form) =>
    confusableSkeleton(foldUsername(confusableSkeleton(form)))
      .replace(secondDot, '')
      .replaceAll('i', 'l'),
  );

export class ReservedUsernames {
  readonly #reservedForms: ReadonlySet<string>;

  constructor(configured: readonly string[]) {
    this.#reservedForms = new Set([...reservedWords, ...configured].flatMap(comparableForms));
  }

  /** True also for a name that only looks like a reserved one. */
  isReserved(username: string): boolean {
    return comparableForms(username).some((reading) => this.#reservedForms.has(reading));
  }
}
