import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../local/paths.mjs';
import { say } from '../local/progress.mjs';
import type { EnvironmentFile } from '../local/running-system.ts';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { interleave, perRound, type Sample, type Side, summaryOf } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { backendNames, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

const pairs = 100_000;
const questions = 1000;
const callers = 256;
/** Boosts that lie in the log before anything is measured: a rebuild that is worth its name reads more than what happened in a moment. */
const history = 60_000;
const names = {
  live: 'XP of boosts, projected live',
  started: "the operators' program, which only lists",
  rebuilt: 'XP of boosts, rebuilt',
} as const;

/** What the read model says: entries of boosts, and what people have earned by them. */
const contentsOf = (system: System) =>
  inDatabase(system, 'gamification', async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from boost_entries) as entries, (select sum(toggle)::int from boost_entries) as toggles,
         (select md5(string_agg(account_id || ':' || counted, ',' order by account_id)) from boost_totals) as totals`,
    );
    return rows[0];
  });

/** What one round says, without what the start of the operators' program takes: that is the same however many events there are. */
const comparedIn = (find: (side: string) => Sample) => {
  const [live, started, rebuilt] = [find(names.live), find(names.started), find(names.rebuilt)];
  const cpu = (rebuilt.pathCpuPerOperation * rebuilt.completed - started.pathCpuPerOperation) / rebuilt.completed;
  return {
    byCpu: live.pathCpuPerOperation / cpu,
    byThroughput: rebuilt.completed / Math.max(0.001, rebuilt.seconds - started.seconds) / live.perSecond,
  };
};

/** Ratio 12: how much quicker a read model is filled from the log than it was the first time, event by event. */
export const rebuilding: Benchmark = {
  name: 'rebuild',
  what: 'Events that `rebuild gamification.boosts` reads into its tables beside those that it projects while they happen',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-nats.ts', import.meta.url));
      const operator = startLoad(new URL('./loads/operator-programs.ts', import.meta.url));
      try {
        await load.ask('connect', { natsUrl: system.natsUrl, mostAccounts: pairs });
        const questionIds = await load.ask<string[]>('ask', { count: questions });
        const boosts = (seconds: number) =>
          load.ask<LoadResult>('boost', { name: 'rebuild', questionIds, pairs, callers, seconds });
        for (let happened = 0; happened < history; happened += (await boosts(5)).completed)
          say(`${happened} of ${history} boosts`);
        await settled(system);
        const environment = JSON.parse(readFileSync(system.files.environment, 'utf8')) as EnvironmentFile;
        const script = join(repository, 'services/gamification/dist/operator.js');
        const env = environment.services.gamification;
        const checks: string[] = [];
        const live: Side = {
          name: names.live,
          pids: () => serverPids(system),
          backends: () => backendNames(system),
          path: ['gamification', 'postgres/gamification-consumers'],
          // It is projected when everything behind it is.
          run: async (seconds) => {
            const startedAt = performance.now();
            const result = await boosts(seconds);
            await settled(system);
            return { ...result, seconds: (performance.now() - startedAt) / 1000 };
          },
        };
        const program = (name: string, run: Side['run']): Side => ({
          name,
          // The program's connections have ended when they are counted: then they are part of PostgreSQL's first process.
          pids: () => ({ program: operator.pid, postgres: serverPids(system).postgres ?? 0 }),
          backends: () => backendNames(system),
          path: ['program', 'postgres'],
          run,
        });
        const sides = [
          live,
          program(names.started, () =>
            operator.ask<LoadResult>('run', { script, args: ['dead-letters', 'list'], env }),
          ),
          program(names.rebuilt, async () => {
            const before = await contentsOf(system);
            const result = await operator.ask<LoadResult>('run', {
              script,
              args: ['rebuild', 'gamification.boosts'],
              env,
            });
            checks.push(mustEqual(`After a rebuild from ${result.completed} events`, await contentsOf(system), before));
            return result;
          }),
        ];
        const rounds = await interleave(sides, plan);
        const toggles = await load.ask<Toggles>('tally', { name: 'rebuild', questionIds });
        return {
          findings: [
            {
              number: '12',
              what: 'Events rebuilt into a read model ÷ first projected live, without the start of the program',
              floor: 3,
              goal: 10,
              ratio: perRound(rounds, (find) => comparedIn(find).byCpu),
              byThroughput: perRound(rounds, (find) => comparedIn(find).byThroughput),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [...checks, ...(await checkBoosts(system, toggles))],
        };
      } finally {
        await Promise.all([load.stop(), operator.stop()]);
      }
    }),
};
