import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localHome } from '../local/paths.mjs';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { closedLoop } from './closed-loop.ts';
import { fillFeed } from './feed-data.ts';
import { interleave, perRound, type Sample, type Side, summaryOf } from './interleaved.ts';
import { People } from './people.ts';
import { stoppedAtTheEnd } from './stopped-at-the-end.ts';
import { backendNames, type System, serverPids, settled, withSystem } from './whole-system.ts';

const people = 50;
const [small, large] = [10_000, 1_000_000];
const sorts = ['recent', 'trending'] as const;
type Sort = (typeof sorts)[number];
const kinds = ['page 1', 'page 1000', 'page 1 of a visitor'] as const;
const pageName = (sort: Sort, kind: (typeof kinds)[number], size: number) => `${sort}, ${kind}, ${size} questions`;
const noOpName = (size: number) => `no-op, ${size} questions`;

const idsOf = (body: string) => (JSON.parse(body) as { id: string }[]).map(({ id }) => id);
const anchorOf = async (callers: People, query: string) =>
  (await callers.get(0, `/api/feed?${query}`)).headers['x-feed-anchor'];

/** Walks through 1,000 pages as one scrolls, each by the anchor of the one before. @throws WrongResult when an item is missing or comes twice. */
const checkWalk = async (callers: People, sort: Sort): Promise<string> => {
  const ids: string[] = [];
  let query = `sortBy=${sort}`;
  for (let page = 1; page <= 1000; page += 1) {
    const { body, headers } = await callers.get(0, `/api/feed?${query}`);
    ids.push(...idsOf(body));
    query = `anchor=${headers['x-feed-anchor']}`;
  }
  const walked = { items: ids.length, different: new Set(ids).size };
  return mustEqual(`Items on 1000 pages of ${sort}`, walked, { items: 10_000, different: 10_000 });
};

const sidesOf = (system: System, callers: People, size: number): Side[] => {
  const side = (name: string, once: (person: number) => Promise<unknown>, prepare?: Side['prepare']): Side => ({
    name,
    pids: () => serverPids(system),
    backends: () => backendNames(system),
    ...(prepare && { prepare }),
    run: (seconds) => closedLoop(people, seconds, async (person) => void (await once(person))),
  });
  const pages = sorts.flatMap((sort) => {
    let deep = '';
    const read = async (person: number | undefined, query: string) => {
      const { body } = await callers.get(person, `/api/feed?${query}`);
      if (!body.startsWith('[{')) throw new Error(`The feed answers ${body}`);
    };
    return [
      side(pageName(sort, 'page 1', size), (person) => read(person, `sortBy=${sort}`)),
      side(
        pageName(sort, 'page 1000', size),
        (person) => read(person, deep),
        async () => {
          deep = `anchor=${await anchorOf(callers, `sortBy=${sort}&page=999`)}`;
        },
      ),
      side(pageName(sort, 'page 1 of a visitor', size), () => read(undefined, `sortBy=${sort}`)),
    ];
  });
  return [side(noOpName(size), (person) => callers.post(person, '/api/bench/no-op')), ...pages];
};

/** Ratio 8. The two sizes are measured one after the other, each beside its own no-op. */
const findingsOf = (rounds: readonly (readonly Sample[])[], sort: Sort) => {
  const cost = (find: (side: string) => Sample, name: string) => find(name).cpuPerOperation;
  const inNoOps = (find: (side: string) => Sample, kind: (typeof kinds)[number], size: number) =>
    cost(find, pageName(sort, kind, size)) / cost(find, noOpName(size));
  const atMost = (
    number: string,
    what: string,
    floor: number,
    goal: number,
    ratio: Parameters<typeof perRound>[1],
  ) => ({
    number: `8 ${number}, ${sort}`,
    what,
    floor,
    goal,
    isAtMost: true,
    ratio: perRound(rounds, ratio),
  });
  const ofLarge = (find: (side: string) => Sample, kind: (typeof kinds)[number]) =>
    cost(find, pageName(sort, kind, large));
  return [
    atMost(
      'depth',
      'CPU of feed page 1000 ÷ page 1',
      2,
      1.5,
      (find) => ofLarge(find, 'page 1000') / ofLarge(find, 'page 1'),
    ),
    atMost(
      'size',
      `CPU of feed page 1 with ${large} questions ÷ with ${small}, each in no-ops of its minute`,
      2,
      1.5,
      (find) => inNoOps(find, 'page 1', large) / inNoOps(find, 'page 1', small),
    ),
    atMost('page', 'CPU of a warm feed page of 10, signed in ÷ gateway no-op', 8, 6, (find) =>
      inNoOps(find, 'page 1', large),
    ),
    atMost('visitors', 'CPU of a warm feed page of 10 of a visitor ÷ gateway no-op', 8, 6, (find) =>
      inNoOps(find, 'page 1 of a visitor', large),
    ),
  ];
};

/** Data that `--prepare` has filled in before; without it every size is filled in for the run and thrown away. */
const homeOf = (size: number): string => join(localHome, 'bench', `feed-${size}`);

/** A system with so many questions, and people who read them. */
const withQuestions = <T>(
  size: number,
  home: string | undefined,
  work: (system: System, callers: People) => Promise<T>,
) =>
  withSystem(async (system) => {
    const callers = await People.register(system.url, people);
    return stoppedAtTheEnd(
      () => callers.close(),
      async () => {
        await fillFeed(system, callers.ids, size);
        await settled(system);
        return work(system, callers);
      },
    );
  }, home);

export const feedPages: Benchmark = {
  name: 'feed',
  what: 'Feed pages at both ends of a list and with few and many questions, beside a no-op of the gateway',

  /** Fills in what takes long, and keeps it: a filling that was ended goes on where it was. */
  prepare: async () => {
    for (const size of [small, large]) {
      mkdirSync(homeOf(size), { recursive: true });
      await withQuestions(size, homeOf(size), async () => undefined);
    }
  },

  run: async (plan) => {
    const phases: Sample[][][] = [];
    const checks: string[] = [];
    for (const size of [small, large]) {
      await withQuestions(size, existsSync(homeOf(size)) ? homeOf(size) : undefined, async (system, callers) => {
        for (const sort of sorts) checks.push(await checkWalk(callers, sort));
        phases.push(await interleave(sidesOf(system, callers, size), plan));
      });
    }
    const rounds = Array.from({ length: plan.pairs }, (_, round) => phases.flatMap((phase) => phase[round] ?? []));
    const names = [...new Set(rounds.flat().map(({ side }) => side))];
    return {
      findings: sorts.flatMap((sort) => findingsOf(rounds, sort)),
      sides: Object.fromEntries(names.map((name) => [name, summaryOf(rounds, name)])),
      checks,
    };
  },
};
