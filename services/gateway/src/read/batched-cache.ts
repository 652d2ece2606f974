import { LRUCache } from 'lru-cache';

interface CacheOptions<V> {
  readonly freshMs: number;
  readonly maxEntries: number;
  /** Loads the values of all ids in one call. The map lacks unknown ids. */
  readonly load: (ids: readonly string[], correlationId: string) => Promise<ReadonlyMap<string, V>>;
  readonly clock?: { now(): number };
}

/** Loads values by id in batches and caches them briefly. Simultaneous requests for an id share a call. */
export class BatchedCache<V extends {}> {
  readonly #kept: LRUCache<string, V>;
  readonly #asked = new Map<string, Promise<ReadonlyMap<string, V>>>();

  constructor(private readonly options: CacheOptions<V>) {
    const { maxEntries: max, freshMs: ttl, clock: perf = performance } = options;
    this.#kept = new LRUCache({ max, ttl, ttlResolution: 0, perf });
  }

  /** Values by id, without unknown ids. @throws what `load` throws */
  async getMany(ids: Iterable<string>, correlationId: string): Promise<Map<string, V>> {
    const found = new Map<string, V>();
    const missing: string[] = [];
    const joined = new Map<string, Promise<ReadonlyMap<string, V>>>();
    for (const id of new Set(ids)) {
      const kept = this.#kept.get(id);
      const asked = this.#asked.get(id);
      if (kept !== undefined) found.set(id, kept);
      else if (asked) joined.set(id, asked);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const question = this.#ask(missing, correlationId);
      for (const id of missing) joined.set(id, question);
    }
    for (const [id, question] of joined) {
      const value = (await question).get(id);
      if (value !== undefined) found.set(id, value);
    }
    return found;
  }

  /** After this call, callers get no value that was loaded or requested before it. */
  forget(id: string): void {
    this.#kept.delete(id);
    this.#asked.delete(id);
  }

  /** Concurrent callers share this load. An id that is forgotten during the load is not cached. */
  #ask(ids: readonly string[], correlationId: string): Promise<ReadonlyMap<string, V>> {
    const asked = this.options.load(ids, correlationId);
    for (const id of ids) this.#asked.set(id, asked);
    const settle = (values: ReadonlyMap<string, V>) => {
      for (const id of ids) {
        // If `forget` was called during the load, the value may be stale, so it is not cached.
        if (this.#asked.get(id) !== asked) continue;
        this.#asked.delete(id);
        const value = values.get(id);
        if (value !== undefined) this.#kept.set(id, value);
      }
    };
    asked.then(settle, () => settle(new Map()));
    return asked;
  }
}
