import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { checkKeys, everythingPerPath, pathCpu } from './boost-path.ts';
import { interleave, perRound, type Side, summaryOf } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { backendNames, databaseUrl, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

const setup = { people: 200, questions: 500, callers: 256 };
const names = {
  boosts: 'boosts through the whole stack',
  noOp: 'no-op through the gateway',
  append: 'batched append of one event',
  refused: 'boosts that engagement refuses',
} as const;

/** A database of its own for appends, on the server of the system. */
const appendDatabase = 'bench_appends';

const makeAppendDatabase = async (system: System): Promise<string> => {
  await inDatabase(system, 'engagement', (client) => client.query(`create database ${appendDatabase}`));
  const url = new URL(databaseUrl(system, 'engagement'));
  url.pathname = `/${appendDatabase}`;
  return url.href;
};

/**
 * Ratios 1 and 1b: what a boost costs beside what it cannot do without, one call and one durable event, and what everything costs that
 * it causes. The no-op stands behind the same guards, with the same headers, and is answered in the gateway.
 */
export const boostsOverHttp: Benchmark = {
  name: 'stack',
  what: 'Boosts through the whole stack, as the web sends them (key, desired state), beside a no-op of the gateway and one event of a batched append',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-http.ts', import.meta.url));
      const appends = startLoad(new URL('./loads/appends.ts', import.meta.url));
      try {
        await load.ask('connect', { url: system.url, ...setup });
        await appends.ask('connect', { databaseUrl: await makeAppendDatabase(system) });
        await settled(system);
        let appended = 0;
        const side = (name: string, run: Side['run']): Side => ({
          name,
          pids: () => serverPids(system),
          backends: () => backendNames(system),
          run,
          settle: () => settled(system),
        });
        const path = ['gateway', 'nats', 'engagement', 'postgres/engagement-pipeline'];
        const sides: Side[] = [
          { ...side(names.boosts, (seconds) => load.ask<LoadResult>('boost', { seconds })), path },
          { ...side(names.noOp, (seconds) => load.ask<LoadResult>('noOp', { seconds })), path: ['gateway'] },
          {
            ...side(names.append, async (seconds) => {
              const result = await appends.ask<LoadResult>('batched', { seconds });
              appended += result.completed;
              return result;
            }),
            path: ['postgres/bench-pipeline'],
          },
          { ...side(names.refused, (seconds) => load.ask<LoadResult>('refused', { seconds })), path },
        ];
        const rounds = await interleave(sides, plan);
        await settled(system);
        const toggles = await load.ask<Toggles>('tally');
        const boosts = Object.values(toggles.byQuestion).reduce((sum, count) => sum + count.toggles, 0);
        return {
          findings: [
            {
              number: '1',
              what: 'CPU on the path of a boost ÷ (gateway no-op + one event of a batched append, its callers left out)',
              floor: 1.8,
              goal: 1.3,
              isAtMost: true,
              ratio: perRound(
                rounds,
                (find) =>
                  pathCpu(find(names.boosts), find(names.refused), ['gateway']) /
                  (find(names.noOp).pathCpuPerOperation + find(names.append).pathCpuPerOperation),
              ),
            },
            everythingPerPath(rounds, names.boosts, names.refused),
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            ...(await checkBoosts(system, toggles)),
            await checkKeys(system, boosts),
            mustEqual(
              'Appended events that were not acknowledged, or the other way round',
              (await appends.ask<number>('events')) - appended,
              0,
            ),
          ],
        };
      } finally {
        await Promise.all([load.stop(), appends.stop()]);
      }
    }),
};
