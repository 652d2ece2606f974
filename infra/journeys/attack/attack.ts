import type { FoundRecord } from './records.ts';

/** Public facts about one anonymous post: its time and the named acts on it. */
export interface Target {
  readonly id: string;
  readonly at: number;
  readonly acts: readonly {
    readonly kind: string;
    readonly id: string | null;
    readonly accountId: string;
    readonly at: number;
  }[];
}

/** The records that changed while only this person acted. */
export interface SoloActChanges {
  readonly name: string;
  readonly accountId: string;
  readonly changed: readonly FoundRecord[];
}

interface Guess {
  readonly targetId: string;
  readonly accountId: string;
}

export interface Attack {
  readonly name: string;
  /** Each guess chooses one person among at least this many. */
  readonly candidates: number;
  readonly guesses: readonly Guess[];
}

/** `hits` are right guesses. `chance` is the probability of at least this number of hits by luck. */
export interface Verdict extends Pick<Attack, 'name'> {
  readonly guesses: number;
  readonly hits: number;
  readonly chance: number;
}

/** An id that occurs in more than 40 records is too common to link a post with its author. */
const tooCommon = 40;
const only = <T>(items: ReadonlySet<T>): T | undefined => (items.size === 1 ? [...items][0] : undefined);
const madeIn = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

export class Attacker {
  readonly #accounts: ReadonlySet<string>;
  readonly #targets: readonly Target[];
  readonly #bySource = new Map<string, FoundRecord[]>();
  readonly #byId = new Map<string, FoundRecord[]>();
  readonly #disturbances: readonly SoloActChanges[];

  constructor(
    records: readonly FoundRecord[],
    accounts: readonly string[],
    targets: readonly Target[],
    disturbances: readonly SoloActChanges[] = [],
  ) {
    this.#accounts = new Set(accounts);
    this.#targets = targets;
    this.#disturbances = disturbances;
    for (const record of records) {
      madeIn(this.#bySource, record.source, () => []).push(record);
      for (const id of record.ids) madeIn(this.#byId, id, () => []).push(record);
    }
  }

  attacks(): Attack[] {
    const found = [
      ...this.#soloChanges(),
      ...this.#equalIds(),
      ...this.#nearTimes(),
      ...this.#nearTransactions(),
      ...this.#absences(),
      ...this.#rhythms(),
    ];
    return found.filter(({ guesses }) => guesses.length > 0);
  }

  #accountsIn(record: FoundRecord): string[] {
    return [...record.ids].filter((id) => this.#accounts.has(id));
  }

  /** Guesses the only person who acted while the post, or a record that shares an id with it, changed. */
  #soloChanges(): Attack[] {
    const attacks = new Map<string, Map<string, Guess>>();
    // A post that was hidden and restored counts once.
    const note = (attack: string, guess: Guess) =>
      madeIn(attacks, attack, () => new Map()).set(`${guess.targetId} ${guess.accountId}`, guess);
    for (const { name, accountId, changed } of this.#disturbances) {
      for (const target of this.#targets) {
        // Skips people with a named act on the post. Their acts are public, and may change its records.
        if (target.acts.some((act) => act.accountId === accountId)) continue;
        const beside = new Set(
          (this.#byId.get(target.id) ?? []).flatMap(({ ids }) => [...ids]).filter((id) => this.#canLink(id)),
        );
        const sourcesWith = (isMeant: (id: string) => boolean) =>
          new Set(changed.filter(({ ids }) => [...ids].some(isMeant)).map((record) => record.source));
        const guess = { targetId: target.id, accountId };
        for (const source of sourcesWith((id) => id === target.id))
          for (const attack of [`change: ${name}: ${source}`, `change: ${source}`]) note(attack, guess);
        for (const source of sourcesWith((id) => beside.has(id)))
          for (const attack of [`change beside: ${name}: ${source}`, `change beside: ${source}`]) note(attack, guess);
      }
    }
    return [...attacks].map(([name, guesses]) => ({
      name,
      candidates: this.#accounts.size,
      guesses: [...guesses.values()],
    }));
  }

  /** True for an id that can link a post with a person: in few records, and not an account's. */
  #canLink(id: string): boolean {
    return !this.#accounts.has(id) && (this.#byId.get(id)?.length ?? 0) <= tooCommon;
  }

  *#recordsOfOneAccount(): Generator<[string, { record: FoundRecord; accountId: string }[]]> {
    for (const [source, records] of this.#bySource) {
      const personal = records.flatMap((record) => {
        const accounts = this.#accountsIn(record);
        return accounts.length === 1 ? [{ record, accountId: accounts[0]! }] : [];
      });
      if (personal.length > 0) yield [source, personal];
    }
  }

  /** Instants in records with exactly one account, by source and field. */
  *#instantsOfOneAccount(): Generator<[string, { at: number; accountId: string }[]]> {
    for (const [source, personal] of this.#recordsOfOneAccount()) {
      for (const field of new Set(personal.flatMap(({ record }) => [...record.instants.keys()]))) {
        const dated = personal.flatMap(({ record, accountId }) => {
          const at = record.instants.get(field);
          return at === undefined || Number.isNaN(at) ? [] : [{ at, accountId }];
        });
        yield [`${source} ${field}`, dated];
      }
    }
  }

  #guess(name: string, guessOf: (target: Target) => string | undefined, candidates = this.#accounts.size): Attack {
    const guesses = this.#targets.flatMap((target) => {
      const accountId = guessOf(target);
      return accountId === undefined ? [] : [{ targetId: target.id, accountId }];
    });
    return { name, candidates, guesses };
  }

  /** Guesses the only account in a source's records of the post, or in records that share an id with such a record. */
  #equalIds(): Attack[] {
    const people = new Map<string, Map<string, Set<string>>>();
    const note = (path: string, target: Target, record: FoundRecord) => {
      const known = madeIn(
        madeIn(people, path, () => new Map<string, Set<string>>()),
        target.id,
        () => new Set<string>(),
      );
      for (const account of this.#accountsIn(record)) known.add(account);
    };
    for (const target of this.#targets) {
      for (const record of this.#byId.get(target.id) ?? []) {
        note(`equal ids: ${record.source}`, target, record);
        for (const id of record.ids) {
          if (id === target.id || !this.#canLink(id)) continue;
          for (const other of this.#byId.get(id) ?? []) {
            if (!other.ids.has(target.id)) note(`equal ids: ${record.source} > ${other.source}`, target, other);
          }
        }
      }
    }
    return [...people].map(([name, byTarget]) => this.#guess(name, ({ id }) => only(byTarget.get(id) ?? new Set())));
  }

  /**
   * Guesses the account with the time nearest to the post, and the account with the next time after the post. A third
   * attack guesses the account that most often has the next time after an act on the post.
   */
  *#nearTimes(): Generator<Attack> {
    for (const [place, dated] of this.#instantsOfOneAccount()) {
      const nearest = (from: number, fits: (at: number) => boolean) =>
        dated.filter(({ at }) => fits(at)).sort((a, b) => Math.abs(a.at - from) - Math.abs(b.at - from))[0]?.accountId;
      yield this.#guess(`near times: ${place}`, ({ at }) => nearest(at, () => true));
      yield this.#guess(`next times: ${place}`, ({ at: from }) => nearest(from, (at) => at >= from));
      yield this.#guess(`times after boosts: ${place}`, ({ acts }) => {
        const votes = acts.map(({ at: from, accountId: actor }) => {
          const after = dated.filter(({ at, accountId }) => at >= from && accountId !== actor);
          return after.sort((a, b) => a.at - b.at)[0]?.accountId;
        });
        return mostFrequent(votes);
      });
    }
  }

  /** Guesses the account of a record from a transaction of the post, or from the next transaction. */
  *#nearTransactions(): Generator<Attack> {
    const transactionsOf = new Map(
      this.#targets.map(({ id }) => [
        id,
        new Set((this.#byId.get(id) ?? []).flatMap(({ transactions }) => transactions)),
      ]),
    );
    for (const [source, personal] of this.#recordsOfOneAccount()) {
      const written = personal.flatMap(({ record, accountId }) =>
        record.transactions.map((transaction) => ({ transaction, accountId, ids: record.ids })),
      );
      if (written.length === 0) continue;
      yield this.#guess(`shared transactions: ${source}`, ({ id }) => {
        const own = transactionsOf.get(id)!;
        // Skips records that name the post. They are public, or `#equalIds` finds them.
        const shared = written.filter(({ transaction, ids }) => own.has(transaction) && !ids.has(id));
        return only(new Set(shared.map(({ accountId }) => accountId)));
      });
      yield this.#guess(`next transactions: ${source}`, ({ id }) => {
        const first = Math.min(...transactionsOf.get(id)!);
        const next = written.filter(({ transaction }) => transaction >= first);
        return next.sort((a, b) => a.transaction - b.transaction)[0]?.accountId;
      });
    }
  }

  /** Guesses the only person whose act on the post left no record in a source, while all other acts did. */
  *#absences(): Generator<Attack> {
    const kinds = new Set(this.#targets.flatMap(({ acts }) => acts.map(({ kind }) => kind)));
    for (const [source, records] of this.#bySource) {
      for (const kind of kinds) {
        const actsOf = (target: Target) => target.acts.filter((act) => act.kind === kind);
        const candidates = Math.min(
          ...this.#targets.map((target) => actsOf(target).length).filter((count) => count > 1),
        );
        const missingOf = (target: Target) => {
          const acts = actsOf(target);
          const isThere = ({ id, accountId }: Target['acts'][number]) =>
            records.some(({ ids }) => (id !== null && ids.has(id)) || (ids.has(accountId) && ids.has(target.id)));
          const missing = acts.filter((act) => !isThere(act));
          return acts.length > 1 && missing.length === 1 ? missing[0]!.accountId : undefined;
        };
        yield this.#guess(`absence of a ${kind}: ${source}`, missingOf, candidates);
      }
    }
  }

  /**
   * A pseudonym is a tag that no record shares with an account. For its posts this guesses one account. The total delay
   * from each post to the next time of this account is the shortest.
   */
  *#rhythms(): Generator<Attack> {
    const pseudonyms = new Map<string, Target[]>();
    for (const [id, records] of this.#byId) {
      if (this.#accounts.has(id) || records.some((record) => this.#accountsIn(record).length > 0)) continue;
      const written = this.#targets.filter(
        (target) => target.id !== id && records.some(({ ids }) => ids.has(target.id)),
      );
      if (written.length > 1 && written.length < this.#targets.length / 2)
        pseudonyms.set(written.map((target) => target.id).join(' '), written);
    }
    for (const [place, dated] of this.#instantsOfOneAccount()) {
      const times = new Map<string, number[]>();
      for (const { at, accountId } of dated) madeIn(times, accountId, () => []).push(at);
      const lagOf = (posts: readonly Target[], at: readonly number[]) =>
        posts.reduce(
          (sum, post) => sum + Math.min(...at.filter((time) => time >= post.at).map((time) => time - post.at)),
          0,
        );
      const guesses = [...pseudonyms.values()].flatMap((posts): Guess[] => {
        const ranked = [...times]
          .map(([accountId, at]) => ({ accountId, lag: lagOf(posts, at) }))
          .filter(({ lag }) => Number.isFinite(lag))
          .sort((a, b) => a.lag - b.lag);
        return ranked[0] && ranked[0].lag < (ranked[1]?.lag ?? Number.POSITIVE_INFINITY)
          ? [{ targetId: posts[0]!.id, accountId: ranked[0].accountId }]
          : [];
      });
      yield { name: `rhythm: ${place}`, candidates: this.#accounts.size, guesses };
    }
  }
}

const mostFrequent = (votes: readonly (string | undefined)[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] > 1 && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
};

const logChoose = (n: number, k: number): number => {
  let sum = 0;
  for (let index = 1; index <= k; index += 1) sum += Math.log(n - k + index) - Math.log(index);
  return sum;
};

/** Probability of at least `hits` successes in `tries` independent tries: the binomial distribution's upper tail. */
export const binomialTail = (tries: number, hits: number, chance: number): number => {
  if (hits <= 0) return 1;
  let tail = 0;
  for (let count = hits; count <= tries; count += 1) {
    tail += Math.exp(logChoose(tries, count) + count * Math.log(chance) + (tries - count) * Math.log1p(-chance));
  }
  return Math.min(1, tail);
};

/** Sorts the least probable attack first. `authors` maps each post to its true author. */
export const verdictsOf = (attacks: readonly Attack[], authors: ReadonlyMap<string, string>): Verdict[] =>
  attacks
    .map(({ name, candidates, guesses }) => {
      const hits = guesses.filter(({ targetId, accountId }) => authors.get(targetId) === accountId).length;
      return { name, guesses: guesses.length, hits, chance: binomialTail(guesses.length, hits, 1 / candidates) };
    })
    .sort((a, b) => a.chance - b.chance);
