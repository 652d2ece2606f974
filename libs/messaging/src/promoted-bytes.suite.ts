/** A program for a process of its own, with `--expose-gc`: calls pass through slots, then through a Map; says how many bytes of those that were over were promoted. */
import { getHeapSpaceStatistics } from 'node:v8';
import { InFlight } from './in-flight.js';

/** How many calls pass between two collections, how many of them are under way at any time, and how often that is done. */
const between = 500;
const underWay = 20;
const collections = 40;
/** Of 8 bytes each, in what a call holds. */
const fields = 256;

/** What is under way, under the number that it was given. */
interface Calls {
  add(call: object): number;
  take(number: number): unknown;
}

class Mapped implements Calls {
  readonly #calls = new Map<number, object>();
  #number = 0;

  add(call: object): number {
    this.#number += 1;
    this.#calls.set(this.#number, call);
    return this.#number;
  }

  take(number: number): unknown {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    return call;
  }
}

const promotedNow = () =>
  getHeapSpaceStatistics().reduce((sum, space) => (space.space_name === 'old_space' ? sum + space.space_used_size : sum), 0);

const promotedBy = (calls: Calls): number => {
  const numbers: number[] = [];
  const pass = (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      numbers.push(calls.add(new Array(fields).fill(passed)));
      if (numbers.length > underWay) calls.take(numbers.shift()!);
    }
  };
  pass(between);
  // As after a while: what the calls stand in has grown old.
  globalThis.gc?.();
  const before = promotedNow();
  for (let collection = 0; collection < collections; collection += 1) {
    pass(between);
    globalThis.gc?.({ type: 'minor' });
  }
  return promotedNow() - before;
};

process.stdout.write(
  JSON.stringify({
    passed: between * collections * fields * 8,
    inSlots: promotedBy(new InFlight<object>()),
    inMap: promotedBy(new Mapped()),
  }),
);
