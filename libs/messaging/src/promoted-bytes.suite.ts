/**
 * A program that needs `--expose-gc`. It prints which part of the calls' bytes V8 promotes, once with removal of
 * finished calls, and once with all calls kept.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import { InFlight } from './in-flight.js';

const between = 500;
const underWay = 20;
/** The number of 8-byte fields of a call. */
const fields = 256;

interface Calls {
  add(call: object): number;
  take(number: number): unknown;
}

/** Keeps finished calls, for comparison. */
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

const promotedBy = (calls: Calls, collections: number): number => {
  const numbers: number[] = [];
  const pass = (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      numbers.push(calls.add(new Array(fields).fill(passed)));
      if (numbers.length > underWay) calls.take(numbers.shift()!);
    }
  };
  pass(between);
  // Moves the container to the old generation before the measurement.
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
