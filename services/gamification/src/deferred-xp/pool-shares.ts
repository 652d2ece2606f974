import type { XpRule } from '@hearsay/contracts';
import { underCap } from '@hearsay/game-rules';
import type { AuthorId, Authors } from '@hearsay/service-runtime';
import type { DailyCaps } from '../config.js';
import type { DayChange } from '../earned-days.js';
import type { WaitingXp } from './deferral.js';

/** The waiting rows of one person. A pool may hold very many, so facts and accounts are read when they are paid. */
export interface WaitingPerson {
  readonly waitingIds: string[];
}

/** A person who is being paid. */
export interface PersonOfPool {
  /** The account. For an author whose account was erased, the author id takes its place. */
  readonly id: string;
  /** Null for an account without an author id: it has none yet, or its pair was destroyed. */
  readonly authorId: AuthorId | null;
  readonly isErased: boolean;
  readonly facts: WaitingXp[];
}

const authorIdsIn = (facts: readonly WaitingXp[]): AuthorId[] =>
  facts.flatMap(({ person }) => ('authorId' in person ? person.authorId : []));
const accountIdsIn = (facts: readonly WaitingXp[]): string[] =>
  facts.flatMap(({ person }) => ('accountId' in person ? person.accountId : []));

/** Adds waiting rows to their people, by author id where there is one. @throws Refusal `unavailable` */
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
 * People in portions of one transaction each: at most `mostPeople`, with at most `mostRows` rows unless the first
 * person has more. A person is paid once in a pool, so their rows stay together.
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

/** What a person's anonymous posts have brought on a day: before the cap, and what was paid of it. */
export interface AnonymousDay {
  readonly sum: number;
  readonly counted: number;
}

export type DayName = Pick<DayChange, 'accountId' | 'rule' | 'day'>;

/** What a pool pays one person; `days` are the changes that its amount is made of. */
export interface PoolShare {
  /** The account, or the author id where that was erased. */
  readonly personId: string;
  readonly amount: number;
  readonly days: readonly ({ readonly rule: XpRule; readonly day: string } & AnonymousDay)[];
}

/** A share as it lies in the log and in rows: only content can tell whose it is. */
export interface SealedShare extends Omit<PoolShare, 'personId'> {
  readonly authorId: AuthorId;
}

export interface KnownDays {
  /** Live XP of the person's named acts of that rule and day, before the cap. */
  named(day: DayName): number;
  anonymous(day: DayName): AnonymousDay;
}

/**
 * One share for each person for whom something moves. Named and anonymous acts share the cap of a day; what is named counts first, so
 * that nothing public depends on what is anonymous. A day whose sum does not move may still be owed less by now.
 */
export const sharesOf = (days: readonly DayChange[], known: KnownDays, caps: DailyCaps): PoolShare[] => {
  const shares = new Map<string, PoolShare>();
  for (const { accountId, rule, day, amount } of days) {
    const cap = caps[rule];
    const named = known.named({ accountId, rule, day });
    const before = known.anonymous({ accountId, rule, day });
    const counted = underCap(named + before.sum + amount, cap) - underCap(named, cap) - before.counted;
    if (amount === 0 && counted === 0) continue;
    const share = shares.get(accountId) ?? { personId: accountId, amount: 0, days: [] };
    shares.set(accountId, {
      ...share,
      amount: share.amount + counted,
      days: [...share.days, { rule, day, sum: amount, counted }],
    });
  }
  return [...shares.values()];
};
