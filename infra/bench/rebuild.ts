import { runOperator } from '../journeys/replay/read-models.ts';
import { say } from '../local/progress.mjs';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { allQuestionsWalk, BoostLoad, httpBoostSender } from './boost-load.ts';
import type { LoadResult } from './closed-loop.ts';
import { type FindSample, runInterleaved, type Side, sideSummaries, spreadPerRound } from './interleaved.ts';
import { People } from './people.ts';
import { type System, untilCaughtUp, withDatabase, withSystem } from './whole-system.ts';

const people = 256;
const questions = 1000;
const history = 60_000;
const names = {
  live: 'XP of boosts, projected live',
  started: "the operators' program, which only lists",
  rebuilt: 'XP of boosts, rebuilt',
} as const;

const contentsOf = (system: System) =>
  withDatabase(system, 'gamification', async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from boost_entries) as entries, (select sum(toggle)::int from boost_entries) as toggles,
         (select md5(string_agg(account_id || ':' || counted, ',' order by account_id)) from boost_totals) as totals`,
    );
    return rows[0];
  });

/** Subtracts the cost of the operator program's start, because this cost does not depend on the number of events. */
const comparedIn = (find: FindSample) => {
  const [live, started, rebuilt] = [find(names.live), find(names.started), find(names.rebuilt)];
  const cpu = (rebuilt.pathCpuPerOperation * rebuilt.completed - started.pathCpuPerOperation) / rebuilt.completed;
  return {
    byCpu: live.pathCpuPerOperation / cpu,
    byThroughput: rebuilt.completed / Math.max(0.001, rebuilt.seconds - started.seconds) / live.perSecond,
  };
};

/** Ratio 12: the cost of filling a read model by a rebuild, compared with its projection event by event. */
export const rebuild: Benchmark = {
  name: 'rebuild',
  what: 'Events that `rebuild gamification.boosts` reads into its tables beside those that it projects while they happen',

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const callers = await People.register(system.url, people);
      atEnd(() => callers.close());
      const walk = allQuestionsWalk(questions, people);
      const load = new BoostLoad(people, httpBoostSender(callers), await callers.askQuestions(questions), walk);
      for (let happened = 0; happened < history; happened += (await load.run(5)).completed)
        say(`${happened} of ${history} boosts`);
      await untilCaughtUp(system);
      const program = async (...args: string[]): Promise<LoadResult> => {
        const startedAt = performance.now();
        const { code, output } = await runOperator(system, 'gamification', args);
        if (code !== 0) throw new Error(output);
        const durationMs = performance.now() - startedAt;
        const events = /rebuilt from (\d+) events/.exec(output)?.[1] ?? 1;
        return { completed: Number(events), seconds: durationMs / 1000, p99: durationMs };
      };
      const checks: string[] = [];
      const live: Side['run'] = async (seconds) => {
        const startedAt = performance.now();
        const result = await load.run(seconds);
        await untilCaughtUp(system);
        return { ...result, seconds: (performance.now() - startedAt) / 1000 };
      };
      const rebuildAll: Side['run'] = async () => {
        const before = await contentsOf(system);
        const result = await program('rebuild', 'gamification.boosts');
        if (result.completed < history) throw new Error(`The rebuild has read ${result.completed} events`);
        checks.push(mustEqual(`After a rebuild from ${result.completed} events`, await contentsOf(system), before));
        return result;
      };
      // The program's connections end before CPU is counted, so their CPU counts for PostgreSQL's first process.
      const ofProgram = { pids: { postgres: system.pids.postgres! }, path: ['ended programs', 'postgres'] };
      const sides: Side[] = [
        { name: names.live, run: live, path: ['gamification', 'postgres/gamification-pipeline'] },
        { name: names.started, run: () => program('dead-letters', 'list'), ...ofProgram },
        { name: names.rebuilt, run: rebuildAll, ...ofProgram },
      ];
      const rounds = await runInterleaved(system, sides, plan);
      const finding = {
        number: '12',
        what: 'Events rebuilt into a read model ÷ first projected live, without the start of the program',
        floor: 3,
        goal: 10,
        ratio: spreadPerRound(rounds, (find) => comparedIn(find).byCpu),
        byThroughput: spreadPerRound(rounds, (find) => comparedIn(find).byThroughput),
      };
      checks.push(...(await checkBoosts(system, load.toggleCounts())));
      return { findings: [finding], sides: sideSummaries(rounds), checks };
    }),
};
