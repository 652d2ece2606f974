import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localHome } from '../local/paths.mjs';
import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { fillFeed } from './feed-data.ts';
import { interleave, perRound, type Sample, type Side, summaryOf } from './interleaved.ts';
import { type LoadProcess, type LoadResult, startLoad } from './load-process.ts';
import { backendNames, type System, serverPids, settled, withSystem } from './whole-system.ts';

const callers = 32;
const sizes = [10_000, 1_000_000] as const;
const sorts = ['recent', 'trending'] as const;
const depths = [1, 1000] as const;

type Sort = (typeof sorts)[number];
const pageName = (sort: Sort, depth: number, size: number, isSignedIn = true) =>
  `${sort}, page ${depth}, ${size} questions${isSignedIn ? '' : ', visitors'}`;
const noOpName = (size: number) => `no-op, ${size} questions`;

const sidesOf = (system: System, ask: <T>(name: string, input?: object) => Promise<T>, size: number): Side[] => {
  const side = (name: string, run: Side['run']): Side => ({
    name,
    pids: () => serverPids(system),
    backends: () => backendNames(system),
    run,
  });
  return [
    side(noOpName(size), (seconds) => ask<LoadResult>('noOp', { seconds })),
    ...sorts.flatMap((sort) =>
      depths.map((depth) =>
        side(pageName(sort, depth, size), (seconds) =>
          ask<LoadResult>('page', { seconds, sort, depth, isSignedIn: true }),
        ),
      ),
    ),
    ...sorts.map((sort) =>
      side(pageName(sort, 1, size, false), (seconds) =>
        ask<LoadResult>('page', { seconds, sort, depth: 1, isSignedIn: false }),
      ),
    ),
  ];
};

const cost = (find: (side: string) => Sample, name: string) => find(name).cpuPerOperation;

/** Ratio 8, and what a warm page costs beside no-ops. Different sizes are measured one after the other, each beside its no-op. */
const findingsOf = (rounds: readonly (readonly Sample[])[], sort: Sort): Finding[] => {
  const [small, large] = sizes;
  return [
    {
      number: `8 depth, ${sort}`,
      what: 'CPU of feed page 1000 ÷ page 1',
      floor: 2,
      goal: 1.5,
      isAtMost: true,
      ratio: perRound(rounds, (find) => cost(find, pageName(sort, 1000, large)) / cost(find, pageName(sort, 1, large))),
    },
    {
      number: `8 size, ${sort}`,
      what: `CPU of feed page 1 with ${large} questions ÷ with ${small}, each in no-ops of its minute`,
      floor: 2,
      goal: 1.5,
      isAtMost: true,
      ratio: perRound(rounds, (find) => {
        const inNoOps = (size: number) => cost(find, pageName(sort, 1, size)) / cost(find, noOpName(size));
        return inNoOps(large) / inNoOps(small);
      }),
    },
    {
      number: `8 page, ${sort}`,
      what: 'CPU of a warm feed page of 10 for people who are signed in ÷ gateway no-op',
      floor: 8,
      goal: 6,
      isAtMost: true,
      ratio: perRound(rounds, (find) => cost(find, pageName(sort, 1, large)) / cost(find, noOpName(large))),
    },
    {
      number: `8 visitors, ${sort}`,
      what: 'CPU of a warm feed page of 10 for visitors ÷ gateway no-op',
      floor: 8,
      goal: 6,
      isAtMost: true,
      ratio: perRound(rounds, (find) => cost(find, pageName(sort, 1, large, false)) / cost(find, noOpName(large))),
    },
  ];
};

/** Data that `--prepare` has filled in before; without it every size is filled in for the run and thrown away. */
const homeOf = (size: number): string => join(localHome, 'bench', `feed-${size}`);

/** A system with so many questions, and the load that people it. */
const withQuestions = <T>(
  size: number,
  home: string | undefined,
  work: (system: System, load: LoadProcess) => Promise<T>,
): Promise<T> =>
  withSystem(async (system) => {
    const load = startLoad(new URL('./loads/feed-pages.ts', import.meta.url));
    try {
      const { people } = await load.ask<{ people: string[] }>('connect', { url: system.url, callers, people: 50 });
      await fillFeed(system, people, size);
      await settled(system);
      return await work(system, load);
    } finally {
      await load.stop();
    }
  }, home);

/** Fills in what takes long, and keeps it: a filling that was ended goes on where it was. */
const prepareFeed = async (): Promise<void> => {
  for (const size of sizes) {
    mkdirSync(homeOf(size), { recursive: true });
    await withQuestions(size, homeOf(size), async () => undefined);
  }
};

export const feedPages: Benchmark = {
  name: 'feed',
  what: 'Feed pages at both ends of a list and with few and many questions, for somebody who is signed in, beside a no-op of the gateway',

  prepare: prepareFeed,

  run: async (plan) => {
    const phases: Sample[][][] = [];
    const checks: string[] = [];
    for (const size of sizes) {
      const home = existsSync(homeOf(size)) ? homeOf(size) : undefined;
      await withQuestions(size, home, async (system, load) => {
        for (const sort of sorts) {
          const walked = await load.ask<{ items: number; repeated: number }>('walk', { sort, pages: 1000 });
          checks.push(
            mustEqual(`Items on 1000 pages of ${sort} with ${size} questions`, walked, { items: 10_000, repeated: 0 }),
          );
        }
        phases.push(
          await interleave(
            sidesOf(system, (name, input) => load.ask(name, input), size),
            plan,
          ),
        );
      });
    }
    const rounds = Array.from({ length: plan.pairs }, (_, round) => phases.flatMap((phase) => phase[round] ?? []));
    const names = sizes.flatMap((size) => [
      noOpName(size),
      ...sorts.flatMap((sort) => [
        ...depths.map((depth) => pageName(sort, depth, size)),
        pageName(sort, 1, size, false),
      ]),
    ]);
    return {
      findings: sorts.flatMap((sort) => findingsOf(rounds, sort)),
      sides: Object.fromEntries(names.map((name) => [name, summaryOf(rounds, name)])),
      checks,
    };
  },
};
