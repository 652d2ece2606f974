import type { Benchmark } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { checkKeys } from './boost-path.ts';
import { interleave, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { backendNames, serverPids, settled, withSystem } from './whole-system.ts';

const setup = { people: 200, questions: 500, callers: 256 };
/** Connections of a crowd that does not wait for its answers. */
const crowd = 2000;
/** Whoever waits longer has gone away: the answer counts for nothing. */
const answerTimeoutMs = 5000;
/** Longer than the other runs, so that what queues up would show. */
const timesAsLong = 3;
const names = { peak: 'boosts of 256 callers', overload: 'boosts that arrive at twice that rate' } as const;

/** Ratio 9: what is left of the peak when twice as much arrives, in boosts that are done within five seconds. */
export const overload: Benchmark = {
  name: 'overload',
  what: 'Boosts that arrive at twice the rate that the system can do, beside those of callers who wait for their answers',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-http.ts', import.meta.url));
      try {
        await load.ask('connect', { url: system.url, ...setup });
        await settled(system);
        let peak = 0;
        let offered = 0;
        let refused = 0;
        const side = (name: string, run: Side['run']): Side => ({
          name,
          pids: () => serverPids(system),
          backends: () => backendNames(system),
          run,
          settle: async () => {
            refused += await load.ask<number>('finish');
            await settled(system);
          },
        });
        const sides = [
          side(names.peak, async (seconds) => {
            const result = await load.ask<LoadResult>('boost', { seconds });
            peak = result.completed / result.seconds;
            return result;
          }),
          side(names.overload, async (seconds) => {
            const rate = { perSecond: 2 * peak, seconds: timesAsLong * seconds, answerTimeoutMs, connections: crowd };
            const result = await load.ask<LoadResult & { offered: number }>('boostAtRate', rate);
            offered += result.offered;
            return result;
          }),
        ];
        const rounds = await interleave(sides, plan);
        const toggles = await load.ask<Toggles>('tally');
        const boosts = Object.values(toggles.byQuestion).reduce((sum, count) => sum + count.toggles, 0);
        return {
          findings: [
            {
              number: '9',
              what: 'Boosts done within 5 s when twice as many arrive as can be done ÷ the most that can be done',
              floor: 0.7,
              goal: 0.8,
              byThroughput: throughputRatio(rounds, names.overload, names.peak),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            `Of ${offered} boosts that arrived at twice the rate ${refused} were answered 503 and done later under the same key`,
            ...(await checkBoosts(system, toggles)),
            await checkKeys(system, boosts),
          ],
        };
      } finally {
        await load.stop();
      }
    }),
};
