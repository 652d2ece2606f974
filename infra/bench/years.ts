import { join } from 'node:path';
import { Client } from '../journeys/client.ts';
import { settled } from '../journeys/settled.ts';
import { localHome } from '../local/paths.mjs';
import { watchMemory } from '../local/process-memory.ts';
import { say } from '../local/progress.mjs';
import { services } from '../local/service-list.ts';
import type { Benchmark, Table } from './benchmark.ts';
import { percentile, spreadOf } from './statistics.ts';
import { withSystem } from './whole-system.ts';
import { type Community, large, small } from './years/community.ts';
import { fillYears, prepareHome } from './years/fill.ts';
import { greatActsOf } from './years/great-acts.ts';
import { type ReadCost, readCosts } from './years/read-costs.ts';
import { type Boosts, boostMeanwhile } from './years/strangers-boosts.ts';

const eventsBehind = 260_000;
const calmMs = 10_000;
const settleWithinMs = 1_200_000;
const mostRatio = 2;
const mostBytes = 512 * 1024;
const mostLatencyRatio = 5;
const mostMemoryRatio = 2;
/** Fewer buffers than this are a few index pages, whose number says nothing. */
const fewBuffers = 20;

const homeOf = (name: string): string => join(localHome, 'bench', `years-${name}`);

/** Costs of the large answer beside the small one, for each item where their number differs. */
const ratioOf = (before: ReadCost, after: ReadCost, of: 'cpu' | 'buffers'): number => {
  const least = of === 'buffers' ? fewBuffers : 0;
  return Math.max(least, after[of] / after.items) / Math.max(least, before[of] / before.items);
};

const ratiosOf = (few: readonly ReadCost[], many: readonly ReadCost[]) =>
  many.map((after, index) => {
    const before = few[index]!;
    return { before, after, cpu: ratioOf(before, after, 'cpu'), buffers: ratioOf(before, after, 'buffers') };
  });

type Ratios = ReturnType<typeof ratiosOf>;

const readsTable = (ratios: Ratios): Table => ({
  title: 'One call of each read, small and large',
  head: ['read', 'by', 'CPU µs', 'ratio', 'buffers', 'ratio', 'items', 'kB', ''],
  rows: ratios.map(({ before, after, cpu, buffers }) => [
    after.path.replaceAll(/[0-9a-f-]{36}/g, '{id}'),
    after.by,
    `${Math.round(before.cpu)} → ${Math.round(after.cpu)}`,
    cpu.toFixed(2),
    `${Math.round(before.buffers)} → ${Math.round(after.buffers)}`,
    buffers.toFixed(2),
    `${before.items} → ${after.items}`,
    (after.bytes / 1024).toFixed(0),
    cpu > mostRatio || buffers > mostRatio || after.bytes > mostBytes ? 'too much' : '',
  ]),
});

const p99Of = ({ all }: Boosts): number =>
  percentile(
    all.filter(({ status }) => status === 200).map(({ ms }) => ms),
    0.99,
  );

interface ActResult {
  readonly name: string;
  readonly isOutage: boolean;
  readonly seconds: number;
  readonly boosts: Boosts;
  /** The largest growth of a service, as a ratio, and that service. */
  readonly memory: readonly [number, string];
}

const actRow = ({ name, isOutage, seconds, boosts, memory: [grown, service] }: ActResult, calm: number): string[] => {
  const latency = p99Of(boosts) / calm;
  const refused = isOutage ? boosts.refusedAfterSuccess : boosts.refused;
  const isTooMuch = refused > 0 || grown > mostMemoryRatio || (!isOutage && latency > mostLatencyRatio);
  return [
    name,
    seconds.toFixed(0),
    `${boosts.all.length}`,
    p99Of(boosts).toFixed(0),
    latency.toFixed(1),
    isOutage ? `${boosts.refused} in ${(boosts.outageMs / 1000).toFixed(1)} s, ${boosts.refusedAfterSuccess} after` : `${boosts.refused}`,
    `${grown.toFixed(2)} ${service}`,
    isTooMuch ? 'too much' : '',
  ];
};

const smallCosts = (): Promise<ReadCost[]> =>
  withSystem(async (system) => {
    const years = await fillYears(system, small);
    await settled(system, settleWithinMs);
    try {
      return await readCosts(system, years, new Client(system.url));
    } finally {
      await years.load.stop();
    }
  });

const largeResults = (home: string, community: Community) =>
  withSystem(async (system) => {
    const years = await fillYears(system, community, { home });
    try {
      await settled(system, settleWithinMs);
      const costs = await readCosts(system, years, new Client(system.url));
      const { stranger } = years.people;
      let made = 0;
      const meanwhile = async (work: () => Promise<unknown>) => {
        const boosts = await boostMeanwhile(stranger, years.boosted, work, made);
        made += boosts.all.length;
        return boosts;
      };
      const calm = p99Of(await meanwhile(() => new Promise((resolve) => setTimeout(resolve, calmMs))));
      const acts: ActResult[] = [];
      for (const act of greatActsOf(system, years, community, eventsBehind)) {
        say(`${act.name} …`);
        await act.prepare?.();
        const watched = services.map((service) => {
          const before = watchMemory(system.pids[service] ?? 0);
          return { service, before: before.stop(), watch: watchMemory(system.pids[service] ?? 0) };
        });
        const startedAt = performance.now();
        const boosts = await meanwhile(act.run);
        const seconds = (performance.now() - startedAt) / 1000;
        const grown = watched.map(({ service, before, watch }) => [watch.stop() / before, service] as const);
        acts.push({
          name: act.name,
          isOutage: act.isOutage ?? false,
          seconds,
          boosts,
          memory: grown.reduce((most, one) => (one[0] > most[0] ? one : most), [0, ''] as readonly [number, string]),
        });
        say(actRow(acts.at(-1)!, calm).join(' | '));
      }
      return { costs, calm, acts };
    } finally {
      await years.load.stop();
    }
  }, home);

/** What a community of two years costs beside a small one, and what a great act does to the boosts of others. */
export const years: Benchmark = {
  name: 'years',
  what: 'Every read of a community of two years beside a small one, and boosts of a stranger during great acts',

  prepare: async () => {
    const home = homeOf('large');
    if (prepareHome(home)) return;
    await withSystem(async (system) => {
      const filled = await fillYears(system, large, { home });
      await filled.load.stop();
      await settled(system, settleWithinMs);
    }, home);
  },

  run: async () => {
    const few = await smallCosts();
    const home = homeOf('large');
    prepareHome(home);
    const { costs, calm, acts } = await largeResults(home, large);
    const ratios = ratiosOf(few, costs);
    return {
      findings: [
        {
          number: 'years, reads',
          what: 'CPU of the read that grows most ÷ with a small community',
          floor: mostRatio,
          goal: mostRatio,
          isAtMost: true,
          ratio: spreadOf([Math.max(...ratios.map(({ cpu }) => cpu))]),
        },
      ],
      sides: {},
      tables: [
        readsTable(ratios),
        {
          title: `Boosts of a stranger, one each 100 ms; calm p99 ${calm.toFixed(0)} ms`,
          head: ['act', 'seconds', 'boosts', 'p99 ms', '÷ calm', 'refused', 'memory ×', ''],
          rows: acts.map((act) => actRow(act, calm)),
        },
      ],
      checks: [],
    };
  },
};
