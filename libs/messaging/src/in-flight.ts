/** The maximum number of slots. A request's number is slot + turn * maxSlots. */
const maxSlots = 2 ** 20;
/** Numbers repeat after this many turns, which takes ten days at ten thousand calls a second. */
const maxTurns = 2 ** 33;

/**
 * Pending requests, each under a number that is not reused for days. It uses no Map, because a Map whose entries change
 * often keeps replacing its table. In V8 each old table keeps its entries and a pointer to the next table
 * (`OrderedHashTable::SetNextTable`). One table in the old generation keeps all later ones alive, so short-lived calls
 * are promoted until the next full collection (docs/performance.md).
 */
export class InFlight<T> {
  readonly #values: (T | undefined)[] = [];
  readonly #numbers: number[] = [];
  readonly #free: number[] = [];
  #turn = 0;

  get size(): number {
    return this.#values.length - this.#free.length;
  }

  add(value: T): number {
    const slot = this.#free.pop() ?? this.#values.length;
    this.#turn = (this.#turn + 1) % maxTurns;
    const number = this.#turn * maxSlots + slot;
    this.#values[slot] = value;
    this.#numbers[slot] = number;
    return number;
  }

  get(number: number): T | undefined {
    const slot = number % maxSlots;
    return this.#numbers[slot] === number ? this.#values[slot] : undefined;
  }

  /** Removes the request and returns it. Undefined if no request has this number any more. */
  take(number: number): T | undefined {
    const slot = number % maxSlots;
    if (this.#numbers[slot] !== number) return undefined;
    const value = this.#values[slot];
    this.#values[slot] = undefined;
    this.#numbers[slot] = -1;
    this.#free.push(slot);
    return value;
  }

  *entries(): Generator<[number: number, value: T]> {
    for (const [slot, number] of this.#numbers.entries()) {
      if (number !== -1) yield [number, this.#values[slot] as T];
    }
  }
}
