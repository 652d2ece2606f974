/** A program for a process of its own, with `--expose-gc`: calls pass through slots; says which part of their bytes was promoted, and which part when they are kept. */
import { getHeapSpaceStatistics } from 'node:v8';
import { InFlight } from './in-flight.js';

/** How many calls pass between two collections, and how many of them are under way at any time. */
const between = 500;
const underWay = 20;
/** Of 8 bytes each, in what a call holds. */
const fields = 256;

/** What is under way, under the number that it was given. */
interface Calls {
  add(call: object): number;
  take(number: number): unknown;
}

/** What is over stays: the control. */
class Kept implements Calls {
  readonly #calls: object[] = [];

  add(call: object): number {
    return this.#calls.push(call);
  }

  take(): void {}
}

const promotedNow = () =>
  getHeapSpaceStatistics().reduce(
    (sum, space) => (space.space_name === 'old_space' ? sum + space.space_used_size : sum),
    0,
  );

/** The part of the bytes that pass between so many collections. */
const promotedBy = (calls: Calls, collections: number): number => {
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
  return (promotedNow() - before) / (between * collections * fields * 8);
};

process.stdout.write(
  JSON.stringify({ inSlots: promotedBy(new InFlight<object>(), 160), ifKept: promotedBy(new Kept(), 10) }),
);
