import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { interleave, perRound, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { backendNames, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

const pairs = 100_000;
const questions = 1000;
const callers = 256;
const names = { on: 'boosts with fsync', off: 'boosts without fsync' } as const;

/** PostgreSQL takes this setting anew without a restart; `show` tells whether it has. */
const setFsync = (system: System, value: 'on' | 'off'): Promise<string> =>
  inDatabase(system, 'engagement', async (client) => {
    await client.query(`alter system set fsync = ${value}`);
    await client.query('select pg_reload_conf()');
    for (;;) {
      const { rows } = await client.query<{ fsync: string }>('show fsync');
      if (rows[0]?.fsync === value) return value;
    }
  });

/** Ratio 11: what it costs that acknowledged means on the disk. */
export const fsyncOnAndOff: Benchmark = {
  name: 'fsync',
  what: 'Boosts of the engagement service with and without fsync',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-nats.ts', import.meta.url));
      try {
        await load.ask('connect', { natsUrl: system.natsUrl, mostAccounts: pairs });
        const questionIds = await load.ask<string[]>('ask', { count: questions });
        await settled(system);
        const side = (name: string, value: 'on' | 'off'): Side => ({
          name,
          pids: () => serverPids(system),
          backends: () => backendNames(system),
          path: ['nats', 'engagement', 'postgres', 'postgres/engagement-pipeline'],
          prepare: async () => void (await setFsync(system, value)),
          run: (seconds) => load.ask<LoadResult>('boost', { name: 'fsync', questionIds, pairs, callers, seconds }),
          settle: () => settled(system),
        });
        const rounds = await interleave([side(names.on, 'on'), side(names.off, 'off')], plan);
        await settled(system);
        const toggles = await load.ask<Toggles>('tally', { name: 'fsync', questionIds });
        return {
          findings: [
            {
              number: '11',
              what: 'Boosts with fsync ÷ without',
              floor: 0.6,
              goal: 0.7,
              ratio: perRound(
                rounds,
                (find) => find(names.off).pathCpuPerOperation / find(names.on).pathCpuPerOperation,
              ),
              byThroughput: throughputRatio(rounds, names.on, names.off),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            mustEqual('fsync in the end', await setFsync(system, 'on'), 'on'),
            ...(await checkBoosts(system, toggles)),
          ],
        };
      } finally {
        await load.stop();
      }
    }),
};
