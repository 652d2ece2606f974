/** How long content's denial is cached. */
const believedMs = 2000;
const mostRemembered = 20_000;

/** Ids that content has denied, by `contentType:contentId`. A full cache is cleared. */
export class AbsentContent {
  readonly #believedUntil = new Map<string, number>();
  readonly #asked = new Set<Set<string>>();
  readonly #clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  has(key: string): boolean {
    const until = this.#believedUntil.get(key);
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
    for (const asked of this.#asked) asked.delete(key);
  }

  forgetAll(): void {
    this.#believedUntil.clear();
    for (const asked of this.#asked) asked.clear();
  }

  #add(key: string): void {
    if (this.#believedUntil.size >= mostRemembered) this.#believedUntil.clear();
    this.#believedUntil.set(key, this.#clock() + believedMs);
  }
}
