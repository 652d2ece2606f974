import { setTimeout as pause } from 'node:timers/promises';
import { cpuBetween, cpuTimes, totalCpu } from '../bench/process-cpu.ts';
import { untilReadyAndSettled } from '../journeys/settled.ts';
import { say } from '../local/progress.mjs';
import type { SystemOptions } from '../local/system.ts';
import { startCluster } from './cluster.ts';
import { prepareLoad } from './load.ts';

const variants = [
  { name: 'one of each', processesEach: 1, isReplicated: false },
  { name: 'two of each process', processesEach: 2, isReplicated: false },
  { name: 'two of everything', processesEach: 2, isReplicated: true },
];
type Variant = (typeof variants)[number];

/** The variants take turns, because the load of other programs on the machine changes over time. */
const turns = 2;
/**
 * All variants act at the same rate, which the machine reaches easily. At a higher rate batches grow, and an act costs
 * less. So a variant with a higher rate would look cheaper than it is.
 */
const pace = { peopleCount: 24, everyMs: 400 };
/** Node compiles hot code. Each process therefore answers this number of acts before the measurement. */
const warmUpActsEach = 1500;
const measuredActs = 2000;
const idleMs = 5000;
/** An act may cost 1.2 times as much with two processes of each service as with one. */
const maxRatio = 1.2;

interface Cost {
  /** Microseconds of CPU per act, including the work after its answer. */
  readonly perAct: Record<string, number>;
  /** Microseconds of CPU per second without any acts. */
  readonly idle: Record<string, number>;
}

/** One group for all processes of a service, and one for all servers of a kind. */
const groupOf = (role: string): string => role.replace(/-\d+$/, '').replace('sentinel', 'redis');

const byGroup = (used: Readonly<Record<string, number>>, divisor: number): Record<string, number> => {
  const groups: Record<string, number> = {};
  for (const [role, microseconds] of Object.entries(used))
    groups[groupOf(role)] = (groups[groupOf(role)] ?? 0) + microseconds / divisor;
  return groups;
};

const measure = async ({ name, ...variant }: Variant, options: SystemOptions): Promise<Cost> => {
  const cluster = await startCluster({ ...options, ...variant });
  try {
    // This process is the supervisor. Its CPU does not count.
    const { supervisor: _, ...own } = cluster.system.pids;
    const pids = { ...own, ...cluster.postgres?.pids };
    const load = await prepareLoad(cluster.url, name, pace);
    const untilActs = async (acts: number) => {
      while (load.acknowledged < acts) await pause(20);
    };
    load.start();
    await untilActs(warmUpActsEach * variant.processesEach);
    const [before, actsBefore] = [cpuTimes(pids), load.acknowledged];
    await untilActs(actsBefore + measuredActs);
    await load.stop();
    await untilReadyAndSettled(cluster.system);
    const atRest = cpuTimes(pids);
    await pause(idleMs);
    return {
      perAct: byGroup(cpuBetween(before, atRest), load.acknowledged - actsBefore),
      idle: byGroup(cpuBetween(atRest, cpuTimes(pids)), idleMs / 1000),
    };
  } finally {
    await cluster.stop();
  }
};

const mean = (costs: readonly Cost[], part: keyof Cost, group: string): number =>
  costs.reduce((sum, cost) => sum + (cost[part][group] ?? 0), 0) / costs.length;

const line = (name: string, cells: readonly number[]): string =>
  `${name.padEnd(14)}${cells.map((cell) => cell.toFixed(0).padStart(22)).join('')}`;

const table = (results: ReadonlyMap<Variant, readonly Cost[]>, part: keyof Cost): string[] => {
  const columns = [...results.values()];
  const groups = [...new Set(columns.flat().flatMap((cost) => Object.keys(cost[part])))].sort();
  const rows = groups.map((group) => ({ group, cells: columns.map((costs) => mean(costs, part, group)) }));
  const sums = columns.map((_, index) => rows.reduce((sum, { cells }) => sum + cells[index]!, 0));
  const heads = [...results.keys()].map(({ name }) => name.padStart(22)).join('');
  return [`${' '.repeat(14)}${heads}`, ...rows.map(({ group, cells }) => line(group, cells)), line('together', sums)];
};

/** @returns true if an act with two processes of each service costs little more than with one */
export const compareCpu = async (options: SystemOptions): Promise<boolean> => {
  const results = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const [variant, costs] of results) {
      const cost = await measure(variant, options);
      say(`${variant.name}: ${Math.round(totalCpu(cost.perAct))} µs of CPU per act`);
      costs.push(cost);
    }
  console.log(`\nMicroseconds of CPU for each act\n${table(results, 'perAct').join('\n')}`);
  console.log(`\nMicroseconds of CPU in each second without acts\n${table(results, 'idle').join('\n')}\n`);
  const sums = [...results.values()].map((costs) => costs.reduce((sum, { perAct }) => sum + totalCpu(perAct), 0));
  const [one = 0, two = 0, all = 0] = sums;
  console.log(`CPU per act, two of each process to one: ${(two / one).toFixed(2)}, at most ${maxRatio}`);
  console.log(`CPU per act, two of everything to one of each: ${(all / one).toFixed(2)}`);
  return two / one <= maxRatio;
};
