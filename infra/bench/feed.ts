import { type Benchmark, mustEqual } from './benchmark.ts';
import { fillFeed } from './feed-data.ts';
import {
  closedLoopSide,
  type FindSample,
  type Rounds,
  runInterleaved,
  type Side,
  sideSummaries,
  spreadPerRound,
} from './interleaved.ts';
import { People } from './people.ts';
import { untilCaughtUp, withSystem } from './whole-system.ts';

const people = 50;
const [small, large] = [10_000, 1_000_000];
const sorts = ['recent', 'trending'] as const;
type Sort = (typeof sorts)[number];
const pageName = (sort: Sort, kind: 'page 1' | 'page 1000', size: number) => `${sort}, ${kind}, ${size} questions`;
const noOpName = (size: number) => `no-op, ${size} questions`;

const idsOf = (body: string) => (JSON.parse(body) as { id: string }[]).map(({ id }) => id);

/** Reads 1,000 pages by their anchors. @throws when an item is missing or repeated */
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

const sidesOf = (callers: People, size: number): Side[] => {
  const side = (name: string, once: (person: number) => Promise<unknown>) => closedLoopSide(name, people, once);
  const read = async (person: number, query: string) => {
    const { body } = await callers.get(person, `/api/feed?${query}`);
    if (!body.startsWith('[{')) throw new Error(`The feed answers ${body}`);
  };
  const pages = sorts.flatMap((sort) => {
    let deep = '';
    const goDown = async () => {
      const { headers } = await callers.get(0, `/api/feed?sortBy=${sort}&page=999`);
      deep = `anchor=${headers['x-feed-anchor']}`;
    };
    return [
      side(pageName(sort, 'page 1', size), (person) => read(person, `sortBy=${sort}`)),
      { ...side(pageName(sort, 'page 1000', size), (person) => read(person, deep)), prepare: goDown },
    ];
  });
  return [side(noOpName(size), (person) => callers.post(person, '/api/bench/no-op')), ...pages];
};

/** Ratio 8. The costs of each size are divided by the cost of a no-op in the same minutes. */
const findingsOf = (rounds: Rounds, sort: Sort) => {
  const first = (find: FindSample, size: number) => find(pageName(sort, 'page 1', size)).cpuPerOperation;
  const inNoOps = (find: FindSample, size: number) => first(find, size) / find(noOpName(size)).cpuPerOperation;
  const atMost = { floor: 2, goal: 1.5, isAtMost: true };
  return [
    {
      number: `8 depth, ${sort}`,
      what: 'CPU of feed page 1000 ÷ page 1',
      ratio: spreadPerRound(
        rounds,
        (find) => find(pageName(sort, 'page 1000', large)).cpuPerOperation / first(find, large),
      ),
      ...atMost,
    },
    {
      number: `8 size, ${sort}`,
      what: `CPU of feed page 1 with ${large} questions ÷ with ${small}, each in no-ops of its minute`,
      ratio: spreadPerRound(rounds, (find) => inNoOps(find, large) / inNoOps(find, small)),
      ...atMost,
    },
  ];
};

export const feedPages: Benchmark = {
  name: 'feed',
  what: 'Feed pages at both ends of a list and with few and many questions, beside a no-op of the gateway',

  run: async (plan) => {
    const phases: Rounds[] = [];
    const checks: string[] = [];
    for (const size of [small, large]) {
      await withSystem(async (system, atEnd) => {
        const callers = await People.register(system.url, people);
        atEnd(() => callers.close());
        await fillFeed(system, callers.ids, size);
        await untilCaughtUp(system);
        for (const sort of sorts) checks.push(await checkWalk(callers, sort));
        phases.push(await runInterleaved(system, sidesOf(callers, size), plan));
      });
    }
    const rounds = Array.from({ length: plan.pairs }, (_, round) => phases.flatMap((phase) => phase[round] ?? []));
    return { findings: sorts.flatMap((sort) => findingsOf(rounds, sort)), sides: sideSummaries(rounds), checks };
  },
};
