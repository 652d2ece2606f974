import type { Benchmark } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { interleave, ratioOf, type Side, summaryOf } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { serverPids, settled, withSystem } from './whole-system.ts';

const setup = { people: 200, questions: 500, callers: 256 };
const names = { boosts: 'boosts through the whole stack', noOp: 'no-op through the gateway' } as const;

/** Ratio 1: what a boost costs beyond the request itself. The no-op stands behind the same guards and is answered in the gateway. */
export const boostsOverHttp: Benchmark = {
  name: 'stack',
  what: 'Boosts through the whole stack ÷ no-op POST through the same gateway with the same guards',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-http.ts', import.meta.url));
      try {
        await load.ask('connect', { url: system.url, ...setup });
        await settled(system);
        const side = (name: string, task: string): Side => ({
          name,
          pids: () => serverPids(system),
          run: (seconds) => load.ask<LoadResult>(task, { seconds }),
          path: ['gateway', 'nats', 'engagement', 'postgres/hearsay_engagement'],
          settle: () => settled(system),
        });
        const rounds = await interleave([side(names.boosts, 'boost'), side(names.noOp, 'noOp')], plan);
        await settled(system);
        return {
          findings: [
            {
              number: '1',
              what: 'Boosts through the whole stack ÷ no-op POST through the same gateway',
              floor: 0.35,
              goal: 0.5,
              ratio: ratioOf(rounds, names.boosts, names.noOp),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: await checkBoosts(system, await load.ask<Toggles>('tally')),
        };
      } finally {
        await load.stop();
      }
    }),
};
