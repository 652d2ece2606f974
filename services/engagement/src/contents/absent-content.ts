/** How long content's denial is cached. */
const believedMs = 2000;
/** Minimum of cached denials. The maximum is twice as many. */
const minRemembered = 10_000;

/**
 * Ids that content has denied, by `contentType:contentId`. Two generations replace an eviction of the oldest id:
 * finding the first key of a `Map` scans deleted slots, which took 10 % of the process under a flood of unknown ids.
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

  /** Begins a question to content. Ids that are created before its answer leave the set. */
  begin(keys: Iterable<string>): Set<string> {
    const asked = new Set(keys);
    this.#asked.add(asked);
    return asked;
  }

  /** `existing` null: content could not be asked. */
  end(asked: Set<string>, existing: ReadonlySet<string> | null): void {
    this.#asked.delete(asked);
    if (existing) for (const key of asked) if (!existing.has(key)) this.#add(key);
  }

  created(key: string): void {
    this.#believedUntil.delete(key);
    this.#older.delete(key);
    for (const asked of this.#asked) asked.delete(key);
  }

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
