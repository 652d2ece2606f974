import { LRUCache } from 'lru-cache';

/** How long a denial by content is cached. */
const denialTtlMs = 2000;
const mostRemembered = 20_000;

/** Ids that content has denied, by `contentType:contentId`. */
export class AbsentContent {
  readonly #denied: LRUCache<string, true>;
  readonly #asked = new Set<Set<string>>();

  constructor(clock: { now(): number } = performance) {
    this.#denied = new LRUCache({ max: mostRemembered, ttl: denialTtlMs, ttlResolution: 0, perf: clock });
  }

  has(key: string): boolean {
    return this.#denied.has(key);
  }

  /** Notes a request to content. Ids that are created before the answer leave the returned set. */
  begin(keys: Iterable<string>): Set<string> {
    const asked = new Set(keys);
    this.#asked.add(asked);
    return asked;
  }

  /** `existing` null: the request failed. */
  end(asked: Set<string>, existing: ReadonlySet<string> | null): void {
    this.#asked.delete(asked);
    if (existing) for (const key of asked) if (!existing.has(key)) this.#denied.set(key, true);
  }

  created(key: string): void {
    this.#denied.delete(key);
    for (const asked of this.#asked) asked.delete(key);
  }

  forgetAll(): void {
    this.#denied.clear();
    for (const asked of this.#asked) asked.clear();
  }
}
