import { type Benchmark, mustEqual } from './benchmark.ts';
import { closedLoop } from './closed-loop.ts';
import { fillFeed } from './feed-data.ts';
import { type Find, interleave, perRound, type Sample, type Side, summaryOf } from './interleaved.ts';
import { People } from './people.ts';
import { stoppedAtTheEnd } from './stopped-at-the-end.ts';
import { backendNames, type System, serverPids, settled, withSystem } from './whole-system.ts';

const people = 50;
const [small, large] = [10_000, 1_000_000];
const sorts = ['recent', 'trending'] as const;
type Sort = (typeof sorts)[number];
const pageName = (sort: Sort, kind: 'page 1' | 'page 1000', size: number) => `${sort}, ${kind}, ${size} questions`;
const noOpName = (size: number) => `no-op, ${size} questions`;

const idsOf = (body: string) => (JSON.parse(body) as { id: string }[]).map(({ id }) => id);
const anchorOf = async (callers: People, query: string) =>
  (await callers.get(0, `/api/feed?${query}`)).headers['x-feed-anchor'];

/** Walks through 1,000 pages as one scrolls, each by the anchor of the one before. @throws when they differ when an item is missing or comes twice. */
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
    const read = async (person: number, query: string) => {
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
    ];
  });
  return [side(noOpName(size), (person) => callers.post(person, '/api/bench/no-op')), ...pages];
};

/** Ratio 8. The two sizes are measured one after the other, each beside its own no-op. */
const findingsOf = (rounds: readonly (readonly Sample[])[], sort: Sort) => {
  const first = (find: Find, size: number) => find(pageName(sort, 'page 1', size)).cpuPerOperation;
  const inNoOps = (find: Find, size: number) => first(find, size) / find(noOpName(size)).cpuPerOperation;
  const atMost = { floor: 2, goal: 1.5, isAtMost: true };
  return [
    {
      number: `8 depth, ${sort}`,
      what: 'CPU of feed page 1000 ÷ page 1',
      ratio: perRound(rounds, (find) => find(pageName(sort, 'page 1000', large)).cpuPerOperation / first(find, large)),
      ...atMost,
    },
    {
      number: `8 size, ${sort}`,
      what: `CPU of feed page 1 with ${large} questions ÷ with ${small}, each in no-ops of its minute`,
      ratio: perRound(rounds, (find) => inNoOps(find, large) / inNoOps(find, small)),
      ...atMost,
    },
  ];
};

/** A system with so many questions, and people who read them. */
const withQuestions = <T>(size: number, work: (system: System, callers: People) => Promise<T>) =>
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
  });

export const feedPages: Benchmark = {
  name: 'feed',
  what: 'Feed pages at both ends of a list and with few and many questions, beside a no-op of the gateway',

  run: async (plan) => {
    const phases: Sample[][][] = [];
    const checks: string[] = [];
    for (const size of [small, large]) {
      await withQuestions(size, async (system, callers) => {
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
