import type { Benchmark } from './benchmark.ts';
import { closedLoopSide, runInterleaved, sideSummaries, spreadPerRound } from './interleaved.ts';
import { People } from './people.ts';
import { fillSearch } from './search-data.ts';
import { untilCaughtUp, withSystem } from './whole-system.ts';

const sizes = { questions: 1_000_000, episodes: 1000 };
/** The bounds hold for a machine with two cores. Each core gets one connection. */
const connections = 2;
const maxNoOps = 60;
const maxMs = 60;
const noOp = 'no-op of the gateway';

/**
 * `w1` is in 41 % of the titles. Words that begin with `w10` are in 25 %, with `w250` in 0.3 %, with `w1000` in 0.15 %.
 */
const searches: Readonly<Record<string, string>> = {
  'a word of every title': '/api/search?q=measured',
  'a common word': '/api/search?q=w1',
  'a word of 0.3 %': '/api/search?q=w250',
  'a rare word': '/api/search?q=w1000',
  'the beginning of a word': '/api/search?q=w10',
  'two common words': '/api/search?q=w3%20w5',
  'four words': '/api/search?q=measured%20w1%20w40%20w7',
  'a common word of transcripts': '/api/search?q=w1&kind=podcast',
  'a rare word of transcripts': '/api/search?q=w20000&kind=podcast',
  'similar questions': '/api/questions/similar?title=measured%20question%20w1%20w20%20w300%20w4000',
};

/** Signed-in people search in a large community. */
export const search: Benchmark = {
  name: 'search',
  what: 'Searches among a million questions and a thousand transcripts, beside a no-op of the gateway',

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const people = await People.register(system.url, connections);
      atEnd(() => people.close());
      await fillSearch(system, people.ids, sizes);
      await untilCaughtUp(system);
      const find = async (person: number, path: string) => {
        const { body } = await people.get(person, path);
        if (!body.includes('"title":')) throw new Error(`${path} finds nothing`);
      };
      const sides = Object.entries(searches).map(([name, path]) =>
        closedLoopSide(name, connections, (person) => find(person, path)),
      );
      const base = closedLoopSide(noOp, connections, (person) => people.post(person, '/api/bench/no-op'));
      const rounds = await runInterleaved(system, [base, ...sides], plan);
      const bound = (most: number) => ({ number: 'search', floor: most, goal: most, isAtMost: true });
      return {
        findings: sides.flatMap(({ name }) => [
          {
            ...bound(maxNoOps),
            what: `${name} ÷ no-op`,
            ratio: spreadPerRound(rounds, (find) => find(name).cpuPerOperation / find(noOp).cpuPerOperation),
          },
          { ...bound(maxMs), what: `${name}, p99 in ms`, ratio: spreadPerRound(rounds, (find) => find(name).p99) },
        ]),
        sides: sideSummaries(rounds),
        checks: [],
      };
    }),
};
