/** How long content's no is believed. */
const believedMs = 2000;
/** How many answers are remembered at least; at most twice as many are. */
const minRemembered = 10_000;

/**
 * What content has said not to have, by `contentType:contentId`. It is bounded and short-lived; whatever is heard to have been created
 * is forgotten at once, also when it was created while content was being asked. The oldest go all at once, as one of two generations: to look for the first of a
 * map whose first ones are deleted again and again walks over all that was there, which took a tenth of this process in a flood of ids that never were.
 */
export class AbsentContent {
  #believedUntil = new Map<string, number>();
  #older = new Map<string, number>();
  readonly #asked = new Set<Set<string>>();
  readonly #clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  has(key: string): boolean {
    const until = this.#believedUntil.get(key) ?? this.#older.get(key);
    return until !== undefined && until > this.#clock();
  }

  /** Content is being asked about these. Whatever is created meanwhile leaves the set. */
  begin(keys: Iterable<string>): Set<string> {
    const asked = new Set(keys);
    this.#asked.add(asked);
    return asked;
  }

  /** Content has answered which of them it has; null = it could not be asked. */
  end(asked: Set<string>, existing: ReadonlySet<string> | null): void {
    this.#asked.delete(asked);
    if (existing) for (const key of asked) if (!existing.has(key)) this.#add(key);
  }

  /** Forgets that this was absent: it exists now. */
  created(key: string): void {
    this.#believedUntil.delete(key);
    this.#older.delete(key);
    for (const asked of this.#asked) asked.delete(key);
  }

  /** Forgets all that was absent, also what content is being asked about: nobody knows here what of it exists now. */
  forgetAll(): void {
    this.#believedUntil.clear();
    this.#older.clear();
    for (const asked of this.#asked) asked.clear();
  }

  #add(key: string): void {
    if (this.#believedUntil.size >= minRemembered) {
      this.#older = this.#believedUntil;
      this.#believedUntil = new Map();
    }
    this.#believedUntil.set(key, this.#clock() + believedMs);
  }
}
