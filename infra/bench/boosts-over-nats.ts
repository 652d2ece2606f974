import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { pathCpu } from './boost-path.ts';
import { interleave, perRound, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadProcess, type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { backendNames, databaseUrl, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

/** The same number of pairs (person, question) for one question as for many, so that the tables are of one size. */
const pairs = 200_000;
const spreadQuestions = 1000;
const callers = 512;
const names = {
  spread: 'boosts spread over 1000 questions',
  plainSpread: 'plain transactions, spread',
  hot: 'boosts on one question',
  plainHot: 'plain transactions, one question',
  refused: 'boosts that engagement refuses',
};

const preparePlain = async (system: System, load: LoadProcess, questions: readonly string[]): Promise<void> => {
  await inDatabase(system, 'engagement', async (client) => {
    await client.query(`create schema plain_boosts;
      create table plain_boosts.boosts (account_id uuid, content_id uuid, is_boosted boolean not null default true,
        primary key (account_id, content_id)) with (fillfactor = 70);
      create table plain_boosts.counters (content_id uuid primary key, boosts integer not null default 0) with (fillfactor = 50)`);
    await client.query('insert into plain_boosts.counters (content_id) select unnest($1::uuid[])', [questions]);
  });
  await load.ask('connect', { databaseUrl: databaseUrl(system, 'engagement'), mostAccounts: pairs });
};

const checkPlain = async (system: System, load: LoadProcess): Promise<string> => {
  const counted = await inDatabase(system, 'engagement', (client) =>
    client.query(
      `select (select count(*)::int from plain_boosts.boosts where is_boosted) as boosts, (select sum(boosts)::int from plain_boosts.counters) as counted`,
    ),
  );
  const toggles =
    (await load.ask<number>('tally', { name: names.plainSpread })) +
    (await load.ask<number>('tally', { name: names.plainHot }));
  const { boosts, counted: sum } = counted.rows[0] as { boosts: number; counted: number };
  return mustEqual(`Sum of the plain counters beside its boosted rows (${toggles} toggles)`, sum, boosts);
};

/** Ratios 2 and 3: what the engagement service does with boosts that enter over NATS, beside one plain transaction for each. */
export const boostsOverNats: Benchmark = {
  name: 'boosts',
  what: 'Boosts of the engagement service ÷ one plain transaction for each, spread and on one question',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/boosts-over-nats.ts', import.meta.url));
      const plain = startLoad(new URL('./loads/plain-transactions.ts', import.meta.url));
      try {
        await load.ask('connect', { natsUrl: system.natsUrl, mostAccounts: pairs });
        const questions = await load.ask<string[]>('ask', { count: spreadQuestions + 1 });
        await settled(system);
        const [one, many] = [questions.slice(0, 1), questions.slice(1)];
        await preparePlain(system, plain, questions);
        const subject = (name: string, questionIds: readonly string[]): Side => ({
          name,
          pids: () => serverPids(system),
          run: (seconds) => load.ask<LoadResult>('boost', { name, questionIds, pairs, callers, seconds }),
          backends: () => backendNames(system),
          path: ['nats', 'engagement', 'postgres/engagement-pipeline'],
          settle: () => settled(system),
        });
        const baseline = (name: string, questionIds: readonly string[]): Side => ({
          name,
          pids: () => ({ ...serverPids(system), service: plain.pid }),
          backends: () => backendNames(system),
          path: ['service', 'postgres/bench-plain'],
          run: (seconds) => plain.ask<LoadResult>('boost', { name, questionIds, pairs, seconds }),
        });
        const rounds = await interleave(
          [
            subject(names.spread, many),
            baseline(names.plainSpread, many),
            subject(names.hot, one),
            baseline(names.plainHot, one),
            { ...subject(names.refused, []), run: (seconds) => load.ask<LoadResult>('refused', { callers, seconds }) },
          ],
          plan,
        );
        await settled(system);
        const toggles = await Promise.all([
          load.ask<Toggles>('tally', { name: names.spread, questionIds: many }),
          load.ask<Toggles>('tally', { name: names.hot, questionIds: one }),
        ]);
        const checks = await checkBoosts(system, {
          byQuestion: Object.assign({}, ...toggles.map(({ byQuestion }) => byQuestion)),
        });
        checks.push(await checkPlain(system, plain));
        return {
          findings: [
            {
              number: '2 spread',
              what: 'CPU of one plain transaction ÷ CPU on the path of a boost in engagement, over 1000 questions',
              floor: 2,
              goal: 3,
              ratio: perRound(
                rounds,
                (find) =>
                  find(names.plainSpread).pathCpuPerOperation / pathCpu(find(names.spread), find(names.refused)),
              ),
              byThroughput: throughputRatio(rounds, names.spread, names.plainSpread),
            },
            {
              number: '2 hot',
              what: 'CPU of one plain transaction ÷ CPU on the path of a boost in engagement, on one question',
              floor: 6,
              goal: 10,
              ratio: perRound(
                rounds,
                (find) => find(names.plainHot).pathCpuPerOperation / pathCpu(find(names.hot), find(names.refused)),
              ),
              byThroughput: throughputRatio(rounds, names.hot, names.plainHot),
            },
            {
              number: '3',
              what: 'Boosts on one question ÷ boosts over 1000',
              floor: 0.6,
              goal: 0.8,
              ratio: perRound(
                rounds,
                (find) =>
                  pathCpu(find(names.spread), find(names.refused)) / pathCpu(find(names.hot), find(names.refused)),
              ),
              byThroughput: throughputRatio(rounds, names.hot, names.spread),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks,
        };
      } finally {
        await Promise.all([load.stop(), plain.stop()]);
      }
    }),
};
