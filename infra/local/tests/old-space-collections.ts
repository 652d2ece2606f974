/** Run with `--expose-gc`: lets 40 MB of garbage grow old, and prints the number of old-space collections. */

import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

const enoughBytes = 40_000_000;

/** In the order of Node's notifications, which come a little after each collection. */
const begun: number[] = [];
const observer = new PerformanceObserver((list) => {
  const entries = list.getEntries() as (PerformanceEntry & { readonly detail: NodeGCPerformanceDetail })[];
  for (const { detail, startTime } of entries)
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) begun.push(startTime);
});
observer.observe({ entryTypes: ['gc'] });

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Collects the old space. Resolves with the number of collections once Node has reported this one and all before. */
const collected = async (): Promise<number> => {
  const from = performance.now();
  globalThis.gc?.();
  while ((begun.at(-1) ?? 0) < from) await turn();
  return begun.length;
};

const oldBytes = () =>
  getHeapSpaceStatistics().reduce(
    (sum, space) => (space.space_name === 'old_space' ? sum + space.space_used_size : sum),
    0,
  );

/** @returns the number of bytes that grew old */
const growOld = (): number => {
  const before = oldBytes();
  const lines = Array.from({ length: 20_000 }, (_value, index) => ({ index, words: `${index} and so on` }));
  // Objects that survive the second collection are promoted.
  globalThis.gc?.({ type: 'minor' });
  globalThis.gc?.({ type: 'minor' });
  return lines.length > 0 ? Math.max(0, oldBytes() - before) : 0;
};

// A process has no limit before its first collection.
const before = await collected();
for (let grown = 0; grown < enoughBytes; ) {
  grown += growOld();
  await turn();
}
process.stdout.write(`${(await collected()) - before - 1}`);
