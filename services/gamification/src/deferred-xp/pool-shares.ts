import type { XpRule } from '@hearsay/contracts';
import { cappedSum } from '@hearsay/game-rules';
import type { AuthorId, Authors } from '@hearsay/service-runtime';
import type { DailyCaps } from '../config.js';
import type { DayChange } from '../earned-days.js';
import type { DeferredXp } from './deferral.js';

/** Has only ids of the person's rows, because a pool may have very many rows. Each payment reads its rows. */
export interface WaitingPerson {
  readonly waitingIds: string[];
}

export interface PoolPerson {
  /** The account, or the author id if the account was erased. */
  readonly id: string;
  readonly authorId: AuthorId | null;
  readonly isErased: boolean;
  readonly facts: DeferredXp[];
}

const authorIdsIn = (facts: readonly DeferredXp[]): AuthorId[] =>
  facts.flatMap(({ person }) => ('authorId' in person ? person.authorId : []));
const accountIdsIn = (facts: readonly DeferredXp[]): string[] =>
  facts.flatMap(({ person }) => ('accountId' in person ? person.accountId : []));

/** Adds the ids of waiting rows to the people of the rows. @throws Refusal `unavailable` if content is unavailable */
export const addWaitingRows = async (
  people: Map<string, WaitingPerson>,
  authors: Authors,
  rows: readonly { readonly id: string; readonly fact: DeferredXp }[],
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

/** @throws Refusal `unavailable` if content is unavailable */
export const peopleOfPool = async (authors: Authors, facts: readonly DeferredXp[]): Promise<PoolPerson[]> => {
  const accounts = await authors.accountsOf(authorIdsIn(facts));
  const authorIds = await authors.authorsOf(accountIdsIn(facts));
  const people = new Map<string, PoolPerson>();
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

/** All rows of a person are in one payment, even above `maxRows`, because a pool pays each person once. */
export const splitIntoPayments = function* <P extends WaitingPerson>(
  people: Iterable<P>,
  maxPeople: number,
  maxRows: number,
): Generator<P[]> {
  let some: P[] = [];
  let rows = 0;
  for (const person of people) {
    if (some.length > 0 && (some.length === maxPeople || rows + person.waitingIds.length > maxRows)) {
      yield some;
      some = [];
      rows = 0;
    }
    some.push(person);
    rows += person.waitingIds.length;
  }
  if (some.length > 0) yield some;
};

/** Anonymous XP of one person, rule and UTC day. `sum` is before the daily cap, `counted` after it. */
export interface AnonymousDay {
  readonly sum: number;
  readonly counted: number;
}

export type DayKey = Pick<DayChange, 'accountId' | 'rule' | 'day'>;

/** `amount` is XP after the caps and may be negative. `days` holds the changes of this payment. */
export interface PoolShare {
  readonly personId: string;
  readonly amount: number;
  readonly days: readonly ({ readonly rule: XpRule; readonly day: string } & AnonymousDay)[];
}

/** The form in which a share is sealed and stored. It has an author id, whose account only content knows. */
export interface SealedShare extends Omit<PoolShare, 'personId'> {
  readonly authorId: AuthorId;
}

/** XP of one person, rule and day. `named` is before the cap. A day without XP has 0. */
export interface DaySums {
  named(day: DayKey): number;
  anonymous(day: DayKey): AnonymousDay;
}

/**
 * What each person gets. Named acts use the shared cap first, so that no public number depends on anonymous acts. New
 * named acts may therefore lower the anonymous XP of a day that was paid before.
 */
export const sharesOf = (days: readonly DayChange[], known: DaySums, caps: DailyCaps): PoolShare[] => {
  const shares = new Map<string, PoolShare>();
  for (const { accountId, rule, day, amount } of days) {
    const cap = caps[rule];
    const named = known.named({ accountId, rule, day });
    const before = known.anonymous({ accountId, rule, day });
    const counted = cappedSum(named + before.sum + amount, cap) - cappedSum(named, cap) - before.counted;
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
