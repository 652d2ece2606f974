import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { untilReadyAndSettled } from '../journeys/settled.ts';
import { localHome } from '../local/paths.mjs';
import { watchMemory } from '../local/process-memory.ts';
import { say } from '../local/progress.mjs';
import { databaseServices, services } from '../local/service-list.ts';
import type { Benchmark, Table } from './benchmark.ts';
import { percentile } from './statistics.ts';
import { type System, withDatabase, withSystem } from './whole-system.ts';
import { largeCommunity, smallCommunity } from './years/community.ts';
import { type CommunityWithSubjects, fillCommunity, loadKeptCommunity, seedCommunity } from './years/fill.ts';
import type { GreatAct } from './years/great-act.ts';
import { type BoostResults, boostDuring, greatActsOf, greatActTimeoutMs } from './years/great-acts.ts';
import { lockOpeningAct } from './years/opening.ts';
import { type ReadCost, readCosts } from './years/read-costs.ts';

const eventsBehind = 260_000;
const calmMs = 10_000;
const maxRatio = 2;
const maxBytes = 512 * 1024;
const maxLatencyRatio = 5;
const maxMemoryRatio = 2;
/** Smaller buffer counts are raised to this number, because ratios of tiny counts mean nothing. */
const fewBuffers = 20;
/**
 * The measurement uses this default of ANONYMOUS_XP_POOL_SECONDS. The filling pays anonymous XP at once instead.
 */
const poolSeconds = '1800';
const keptHome = join(localHome, 'bench', 'years');

const ratioOf = (before: ReadCost, after: ReadCost, of: 'cpu' | 'buffers'): number => {
  const least = of === 'buffers' ? fewBuffers : 0;
  const grown = Math.max(1, after.items / before.items);
  return Math.max(least, after[of] / grown) / Math.max(least, before[of]);
};

const readRow = (before: ReadCost, after: ReadCost): string[] => {
  const [cpu, buffers] = [ratioOf(before, after, 'cpu'), ratioOf(before, after, 'buffers')];
  return [
    after.path.replaceAll(/[0-9a-f-]{36}/g, '{id}'),
    after.by,
    `${Math.round(before.cpu)} → ${Math.round(after.cpu)}`,
    cpu.toFixed(2),
    `${Math.round(before.buffers)} → ${Math.round(after.buffers)}`,
    buffers.toFixed(2),
    `${before.items} → ${after.items}`,
    (after.bytes / 1024).toFixed(0),
    cpu > maxRatio || buffers > maxRatio || after.bytes > maxBytes ? 'too much' : '',
  ];
};

const p99Of = ({ all }: BoostResults): number => {
  const answered = all.filter(({ status }) => status === 200).map(({ ms }) => ms);
  return percentile(answered, 0.99);
};

/** @returns a function that ends the watch and returns the peak megabytes of each service */
const watchServices = (system: System) => {
  const watches = services.map((service) => watchMemory(system.pids[service] ?? 0));
  return () => watches.map(({ stop }) => stop());
};

const fillOnce = async (): Promise<void> => {
  if (loadKeptCommunity(keptHome, largeCommunity)) return;
  rmSync(keptHome, { recursive: true, force: true });
  mkdirSync(keptHome, { recursive: true });
  await withSystem(async (system) => {
    await fillCommunity(system, largeCommunity, keptHome);
    await untilReadyAndSettled(system, greatActTimeoutMs);
    // In a real community, autovacuum would have done this.
    for (const service of databaseServices)
      await withDatabase(system, service, (client) => client.query('vacuum (analyze)'));
  }, keptHome);
};

const tableOf = async (
  system: System,
  { people, boosted }: CommunityWithSubjects,
  acts: readonly GreatAct[],
): Promise<Table> => {
  let made = 0;
  const meanwhile = async (work: () => Promise<unknown>) => {
    const memory = watchServices(system);
    const startedAt = performance.now();
    const boosts = await boostDuring(people.stranger, boosted, work, made);
    made += boosts.all.length;
    return { boosts, seconds: (performance.now() - startedAt) / 1000, megabytes: memory() };
  };
  const calm = await meanwhile(() => pause(calmMs));
  const rows: string[][] = [];
  for (const act of acts) {
    await act.prepare?.();
    const { boosts, seconds, megabytes } = await meanwhile(act.run);
    const latency = p99Of(boosts) / p99Of(calm.boosts);
    const growths = megabytes.map((peak, index) => peak / calm.megabytes[index]!);
    const grown = Math.max(...growths);
    const most = growths.indexOf(grown);
    const refused = act.isOutage ? boosts.refusedAfterSuccess : boosts.refused;
    const counted = act.counted?.();
    const isSlow = !act.isOutage && latency > maxLatencyRatio;
    rows.push([
      act.name,
      seconds.toFixed(0),
      `${boosts.all.length}`,
      p99Of(boosts).toFixed(0),
      latency.toFixed(1),
      act.isOutage ? `${boosts.refused}, ${refused} of them after a success` : `${refused}`,
      `${grown.toFixed(2)} ${services[most]}, ${Math.round(megabytes[most]!)} MB`,
      counted?.text ?? '',
      refused > 0 || grown > maxMemoryRatio || isSlow || counted?.isTooMuch ? 'too much' : '',
    ]);
    say(rows.at(-1)!.join(' | '));
  }
  return {
    title: `Boosts of a stranger, one each 100 ms; calm p99 ${p99Of(calm.boosts).toFixed(0)} ms`,
    head: ['act', 'seconds', 'boosts', 'p99 ms', '÷ calm', 'refused', 'memory ×', 'frames and reads', ''],
    rows,
  };
};

const largeResults = (home: string, few: readonly ReadCost[]) =>
  withSystem(async (system) => {
    const years = await fillCommunity(system, largeCommunity, home);
    const reads = (await readCosts(system, years)).map((after, index) => readRow(few[index]!, after));
    for (const row of reads) say(row.join(' | '));
    await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: poolSeconds });
    return { reads, table: await tableOf(system, years, greatActsOf(system, years, largeCommunity, eventsBehind)) };
  }, home);

/** Runs one expensive act of the benchmark `years`, the opening of a large lock, in a small community. */
export const opening: Benchmark = {
  name: 'opening',
  what: 'Boosts of a stranger while a great lock opens, in a community of a minute',
  run: () =>
    withSystem(async (system) => {
      const years = await fillCommunity(system, smallCommunity);
      await untilReadyAndSettled(system, greatActTimeoutMs);
      return {
        findings: [],
        sides: {},
        tables: [await tableOf(system, years, [lockOpeningAct(system, years, smallCommunity)])],
        checks: [],
      };
    }),
};

/** Compares reads in a community of two years with the seeded one, and times boosts during expensive acts. */
export const years: Benchmark = {
  name: 'years',
  what: 'Every read of a community of two years beside the seeded one, and boosts of a stranger during great acts',
  prepare: fillOnce,
  run: async () => {
    const few = await withSystem(async (system) => readCosts(system, await seedCommunity(system)));
    await fillOnce();
    const home = `${keptHome}-copy`;
    rmSync(home, { recursive: true, force: true });
    // PostgreSQL refuses a cluster folder with a mode wider than 0700. `cp -a` keeps the mode, `cpSync` does not.
    execFileSync('cp', ['-a', keptHome, home]);
    const { reads, table } = await largeResults(home, few);
    const readTable: Table = {
      title: 'One call of each read, small and large; ratios per item where the large answer has more',
      head: ['read', 'by', 'CPU µs', 'CPU ratio', 'buffers', 'buffer ratio', 'items', 'kB', 'verdict'],
      rows: reads,
    };
    return { findings: [], sides: {}, tables: [readTable, table], checks: [] };
  },
};
