/** A program for a process of its own, with `--expose-gc`: 40 MB of garbage grow old; says how often the old space was collected for that. */

import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

/** How much garbage has to grow old. */
const enoughBytes = 40_000_000;

/** When each collection of the old space began, in the order in which Node tells of them, which is a little later. */
const begun: number[] = [];
const observer = new PerformanceObserver((list) => {
  const entries = list.getEntries() as (PerformanceEntry & { readonly detail: NodeGCPerformanceDetail })[];
  for (const { detail, startTime } of entries)
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) begun.push(startTime);
});
observer.observe({ entryTypes: ['gc'] });

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Collects the old space, and resolves when Node has told of that and of all before it: how many these are. */
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

/** Answers how many bytes of it. */
const growOld = (): number => {
  const before = oldBytes();
  const lines = Array.from({ length: 20_000 }, (_value, index) => ({ index, words: `${index} and so on` }));
  // What survives the second one is promoted.
  globalThis.gc?.({ type: 'minor' });
  globalThis.gc?.({ type: 'minor' });
  return lines.length > 0 ? Math.max(0, oldBytes() - before) : 0;
};

// Until its first collection a process has no limit yet.
const before = await collected();
for (let grown = 0; grown < enoughBytes; ) {
  grown += growOld();
  await turn();
}
process.stdout.write(`${(await collected()) - before - 1}`);
