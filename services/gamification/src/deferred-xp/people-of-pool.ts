import type { AuthorId, Authors } from '@hearsay/service-runtime';
import type { WaitingXp } from './deferral.js';

/** Somebody for whom facts wait. */
export interface PersonOfPool {
  /** The account. For an author whose account was erased, the author id takes its place. */
  readonly id: string;
  /** Null for an account that never wrote without a name. */
  readonly authorId: AuthorId | null;
  readonly isErased: boolean;
  readonly waitingIds: string[];
  readonly facts: WaitingXp[];
}

/** Facts by people, in the order in which they wait. @throws Refusal `unavailable` while content cannot be asked */
export const peopleOfPool = async (
  authors: Authors,
  waiting: readonly { readonly id: string; readonly fact: WaitingXp }[],
): Promise<PersonOfPool[]> => {
  const idsOf = <K extends string>(key: K) =>
    waiting.flatMap(({ fact: { person } }) => (key in person ? [(person as unknown as Record<K, string>)[key]] : []));
  const accounts = await authors.accountsOf(idsOf('authorId') as AuthorId[]);
  const authorIds = await authors.authorsOf(idsOf('accountId'));
  const people = new Map<string, PersonOfPool>();
  for (const { id, fact } of waiting) {
    const { person } = fact;
    const authorId = 'authorId' in person ? person.authorId : (authorIds.get(person.accountId) ?? null);
    const accountId = 'accountId' in person ? person.accountId : accounts.get(person.authorId);
    const key = accountId ?? authorId!;
    const known = people.get(key) ?? { id: key, authorId, isErased: accountId === undefined, waitingIds: [], facts: [] };
    known.waitingIds.push(id);
    known.facts.push(fact);
    people.set(key, known);
  }
  return [...people.values()];
};

/**
 * People in portions that one transaction pays: so many people, and so many rows unless the first person alone has more. A person is paid
 * once in a pool, so their rows stay together.
 */
export const inPayments = function* <P extends Pick<PersonOfPool, 'waitingIds'>>(
  people: readonly P[],
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
