/** How many slots there may be; a number is its slot plus a multiple of this. */
const mostSlots = 2 ** 20;
/** After so many numbers they begin again: at ten thousand a second in ten days. */
const mostTurns = 2 ** 33;

/**
 * What is under way for a moment, each under a number that is not given out again for days.
 *
 * This is no Map on purpose. A Map that things pass through makes itself a new table every so often, and in V8 each old table keeps what stood in it
 * and the way to the next one (`OrderedHashTable::SetNextTable` in its sources). One old table that has reached the old generation then keeps all
 * that came behind it alive: calls and answers that were under way when a table was full are copied twice and lie there until the next full
 * collection, which they bring about (docs/performance.md).
 */
export class InFlight<T> {
  readonly #values: (T | undefined)[] = [];
  readonly #numbers: number[] = [];
  readonly #free: number[] = [];
  #turn = 0;

  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Answers its number. */
  add(value: T): number {
    const slot = this.#free.pop() ?? this.#values.length;
    this.#turn = (this.#turn + 1) % mostTurns;
    const number = this.#turn * mostSlots + slot;
    this.#values[slot] = value;
    this.#numbers[slot] = number;
    return number;
  }

  get(number: number): T | undefined {
    const slot = number % mostSlots;
    return this.#numbers[slot] === number ? this.#values[slot] : undefined;
  }

  /** Answers what was under the number, which from here on is nobody's. */
  take(number: number): T | undefined {
    const slot = number % mostSlots;
    if (this.#numbers[slot] !== number) return undefined;
    const value = this.#values[slot];
    this.#values[slot] = undefined;
    this.#numbers[slot] = -1;
    this.#free.push(slot);
    return value;
  }

  /** What is under way now, each with its number; taking one meanwhile is allowed. */
  *entries(): Generator<[number: number, value: T]> {
    for (const [slot, number] of this.#numbers.entries()) {
      if (number !== -1) yield [number, this.#values[slot] as T];
    }
  }
}
