import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimes, difference, total } from '../bench/process-cpu.ts';
import { settled } from '../journeys/settled.ts';
import { say } from '../local/progress.mjs';
import type { SystemOptions } from '../local/system.ts';
import { startCluster } from './cluster.ts';
import { prepareLoad } from './load.ts';

/** The clusters take turns, because other programs on the machine disturb one more than the other. */
const turns = 2;
const warmUpMs = 10_000;
const measuredMs = 20_000;
/** Two processes of each service may cost this much more than one. */
const mostRatio = 1.2;

/** @returns microseconds of CPU per act in all processes, including the work that follows the answers */
const cpuPerAct = async (processesEach: number, options: SystemOptions): Promise<number> => {
  const cluster = await startCluster({ ...options, processesEach });
  try {
    const { supervisor: _, ...pids } = cluster.system.pids;
    // Without a pause between acts the machine is busy, so that idle processes cost little.
    const load = await prepareLoad(cluster.url, `${processesEach} of each`, { peopleCount: 16, everyMs: 0 });
    load.start();
    await pause(warmUpMs);
    const [before, actsBefore] = [cpuTimes(pids), load.acknowledged];
    await pause(measuredMs);
    await load.stop();
    await settled(cluster.system);
    return total(difference(before, cpuTimes(pids))) / (load.acknowledged - actsBefore);
  } finally {
    await cluster.stop();
  }
};

/** @returns whether two processes of each service cost little more per act than one */
export const compareCpu = async (options: SystemOptions): Promise<boolean> => {
  const sums = { 1: 0, 2: 0 };
  for (let turn = 0; turn < turns; turn += 1)
    for (const processesEach of [1, 2] as const) {
      const each = await cpuPerAct(processesEach, options);
      say(`${processesEach} of each: ${Math.round(each)} µs of CPU per act`);
      sums[processesEach] += each;
    }
  const ratio = sums[2] / sums[1];
  console.log(`CPU per act, two of each to one of each: ${ratio.toFixed(2)}, at most ${mostRatio}`);
  return ratio <= mostRatio;
};
