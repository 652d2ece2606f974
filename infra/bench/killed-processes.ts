import { killAndReturn } from '../journeys/system.ts';
import type { Benchmark } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { checkKeys } from './boost-path.ts';
import { interleave, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { serverPids, settled, withSystem } from './whole-system.ts';

const setup = { people: 200, questions: 500, callers: 128 };
/** Whoever stands on the path of a boost behind the gateway, whose end would end the connections of the callers. */
const killed = ['engagement', 'postgres', 'nats'] as const;
/** How long a system has to find back. */
const secondsAfter = 10;
const before = 'boosts before';
const after = (role: string) => `boosts ${secondsAfter} s after ${role} is back`;

/** Ratio 10: whether a system that has lost a process under load is as quick as before ten seconds after it is back. */
export const killedProcesses: Benchmark = {
  name: 'killed',
  what: 'Boosts ten seconds after a process that was killed under load is back, beside boosts before',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-http.ts', import.meta.url));
      try {
        await load.ask('connect', { url: system.url, ...setup });
        await settled(system);
        const boosts = (seconds: number) => load.ask<LoadResult>('boostInTheEnd', { seconds });
        const side = (name: string, prepare?: Side['prepare']): Side => ({
          name,
          pids: () => serverPids(system),
          run: boosts,
          ...(prepare && { prepare }),
        });
        // People go on boosting while a process is killed, comes back and finds its way: what is refused meanwhile they send again.
        const killUnderLoad = async (role: string) => {
          const returned = killAndReturn(system, role);
          let isBack = false;
          void returned.then(() => (isBack = true));
          while (!isBack) await boosts(1);
          await returned;
          await boosts(secondsAfter);
        };
        const sides = [side(before), ...killed.map((role) => side(after(role), () => killUnderLoad(role)))];
        const rounds = await interleave(sides, { ...plan, warmUpSeconds: 1 });
        await settled(system);
        const toggles = await load.ask<Toggles>('tally');
        const done = Object.values(toggles.byQuestion).reduce((sum, count) => sum + count.toggles, 0);
        return {
          findings: killed.map((role) => ({
            number: `10 ${role}`,
            what: `Boosts a second ${secondsAfter} s after a killed ${role} is back ÷ before`,
            floor: 0.8,
            goal: 0.9,
            byThroughput: throughputRatio(rounds, after(role), before),
          })),
          sides: Object.fromEntries(sides.map(({ name }) => [name, summaryOf(rounds, name)])),
          checks: [...(await checkBoosts(system, toggles)), await checkKeys(system, done)],
        };
      } finally {
        await load.stop();
      }
    }),
};
