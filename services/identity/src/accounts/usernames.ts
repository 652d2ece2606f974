/**
 * A name as names are compared: compatibility forms and case do not matter. Lower, upper, lower: so that letters with
 * several forms (sharp s, final sigma) meet in one.
 */
export const foldUsername = (username: string): string =>
  username.normalize('NFKC').trim().toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Words that would be taken for the product itself, for a role or for the mask of an anonymous author. */
const reservedWords = ['hearsay', 'anonymous', '[anonymous]', 'anon', '[anon]', 'ambassador', 'spotlight', 'system', 'null', 'undefined'];

/** Which names nobody can register: the reserved words and those of the configuration (folded). */
export class ReservedUsernames {
  readonly #folded: ReadonlySet<string>;

  constructor(configured: readonly string[]) {
    this.#folded = new Set([...reservedWords, ...configured]);
  }

  has(username: string): boolean {
    return this.#folded.has(foldUsername(username));
  }
}
