import type { AuthorId, Authors } from '@hearsay/service-runtime';
import type { WaitingXp } from './deferral.js';

/** The waiting rows of one person. A pool may hold very many, so facts and accounts are read when they are paid. */
export interface WaitingPerson {
  readonly waitingIds: string[];
}

/** Somebody who is being paid. */
export interface PersonOfPool {
  /** The account. For an author whose account was erased, the author id takes its place. */
  readonly id: string;
  /** Null for an account that has no author id yet or no more. */
  readonly authorId: AuthorId | null;
  readonly isErased: boolean;
  readonly facts: WaitingXp[];
}

const authorIdsIn = (facts: readonly WaitingXp[]): AuthorId[] =>
  facts.flatMap(({ person }) => ('authorId' in person ? person.authorId : []));
const accountIdsIn = (facts: readonly WaitingXp[]): string[] =>
  facts.flatMap(({ person }) => ('accountId' in person ? person.accountId : []));

/** Adds waiting rows to the people whose they are, by author id where there is one. @throws Refusal `unavailable` */
export const addWaiting = async (
  people: Map<string, WaitingPerson>,
  authors: Authors,
  rows: readonly { readonly id: string; readonly fact: WaitingXp }[],
): Promise<void> => {
  const authorIds = await authors.authorsOf(accountIdsIn(rows.map(({ fact }) => fact)));
  for (const { id, fact } of rows) {
    const { person } = fact;
    const key = 'authorId' in person ? person.authorId : (authorIds.get(person.accountId) ?? person.accountId);
    const known = people.get(key);
    if (known) known.waitingIds.push(id);
    else people.set(key, { waitingIds: [id] });
  }
};

/** Facts by people. @throws Refusal `unavailable` while content cannot be asked */
export const peopleOfPool = async (authors: Authors, facts: readonly WaitingXp[]): Promise<PersonOfPool[]> => {
  const accounts = await authors.accountsOf(authorIdsIn(facts));
  const authorIds = await authors.authorsOf(accountIdsIn(facts));
  const people = new Map<string, PersonOfPool>();
  for (const fact of facts) {
    const { person } = fact;
    const authorId = 'authorId' in person ? person.authorId : (authorIds.get(person.accountId) ?? null);
    const accountId = 'accountId' in person ? person.accountId : accounts.get(person.authorId);
    const id = accountId ?? authorId!;
    const known = people.get(id) ?? { id, authorId, isErased: accountId === undefined, facts: [] };
    known.facts.push(fact);
    people.set(id, known);
  }
  return [...people.values()];
};

/**
 * People in portions that one transaction pays: so many people, and so many rows unless the first person alone has more. A person is paid
 * once in a pool, so their rows stay together.
 */
export const inPayments = function* <P extends WaitingPerson>(
  people: Iterable<P>,
  mostPeople: number,
  mostRows: number,
): Generator<P[]> {
  let some: P[] = [];
  let rows = 0;
  for (const person of people) {
    if (some.length > 0 && (some.length === mostPeople || rows + person.waitingIds.length > mostRows)) {
      yield some;
      some = [];
      rows = 0;
    }
    some.push(person);
    rows += person.waitingIds.length;
  }
  if (some.length > 0) yield some;
};
