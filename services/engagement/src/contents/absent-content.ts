/** How long content's no is believed. */
const believedMs = 2000;
/** How many answers are remembered. */
const maxRemembered = 10_000;

/**
 * What content has said not to have, by `contentType:contentId`. It is bounded and short-lived; whatever is heard to have been created
 * is forgotten at once, also when it was created while content was being asked.
 */
export class AbsentContent {
  readonly #believedUntil = new Map<string, number>();
  readonly #asked = new Set<Set<string>>();
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  has(key: string): boolean {
    const until = this.#believedUntil.get(key);
    if (until === undefined) return false;
    if (until > this.#clock()) return true;
    this.#believedUntil.delete(key);
    return false;
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
    for (const asked of this.#asked) asked.delete(key);
  }

  #add(key: string): void {
    this.#believedUntil.delete(key);
    this.#believedUntil.set(key, this.#clock() + believedMs);
    if (this.#believedUntil.size <= maxRemembered) return;
    const oldest = this.#believedUntil.keys().next().value;
    if (oldest !== undefined) this.#believedUntil.delete(oldest);
  }
}
