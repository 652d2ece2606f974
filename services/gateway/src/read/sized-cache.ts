interface Kept<V> {
  readonly value: V;
  readonly bytes: number;
}

/** Values by key, bounded by their size in memory; what was not used for longest goes first. */
export class SizedCache<V> {
  readonly #kept = new Map<string, Kept<V>>();
  #bytes = 0;

  constructor(
    private readonly maxBytes: number,
    /** About what a value takes in memory. */
    private readonly sizeOf: (value: V) => number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** Also to be called when a value has grown. */
  put(key: string, value: V): void {
    this.delete(key);
    const bytes = this.sizeOf(value);
    if (bytes > this.maxBytes) return;
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
