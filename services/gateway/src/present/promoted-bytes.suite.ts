/** A program for a process of its own, with `--expose-gc`: answers are packed; says how many bytes were promoted, and how many when the texts are kept. */

import { getHeapSpaceStatistics } from 'node:v8';
import { pack } from './packing.js';

/** How many answers are packed at the same time, and how often that is done. */
const atOnce = 4;
const rounds = 40;
const lines = 1000;

/** Written for each anew, as answers are: some 50 kB. */
const answer = () =>
  JSON.stringify(Array.from({ length: lines }, (_value, index) => ({ index, words: 'Was there ever a question?' })));

const promotedNow = () =>
  getHeapSpaceStatistics().reduce(
    (sum, space) => (space.space_name === 'old_space' ? sum + space.space_used_size : sum),
    0,
  );

const promotedBy = async (packing: (text: string) => unknown): Promise<number> => {
  const round = () => Promise.all(Array.from({ length: atOnce }, () => packing(answer())));
  for (let begun = 0; begun < 5; begun += 1) await round();
  globalThis.gc?.();
  const before = promotedNow();
  for (let done = 0; done < rounds; done += 1) {
    await round();
    await new Promise((resolve) => setImmediate(resolve));
    // What survives the second one is promoted.
    globalThis.gc?.({ type: 'minor' });
    globalThis.gc?.({ type: 'minor' });
  }
  return promotedNow() - before;
};

const kept: string[] = [];
process.stdout.write(
  JSON.stringify({
    passed: rounds * atOnce * answer().length,
    promoted: await promotedBy(pack),
    promotedIfKept: await promotedBy((text) => {
      kept.push(text);
      return pack(text);
    }),
  }),
);
