import { randomUUID } from 'node:crypto';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { AppendLoad, appendApplicationNames } from './appends.ts';
import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { allQuestionsWalk, BoostLoad, firstQuestionWalk, httpBoostSender, natsBoostSender } from './boost-load.ts';
import { runClosedLoop } from './closed-loop.ts';
import {
  type FindSample,
  type Rounds,
  runInterleaved,
  type Side,
  sideSummaries,
  spreadPerRound,
  throughputRatio,
} from './interleaved.ts';
import { People } from './people.ts';
import { plainApplicationName, plainConnections, plainTransactions } from './plain-transactions.ts';
import { startBareServer } from './start-bare-server.ts';
import { databaseUrl, untilCaughtUp, withDatabase, withSystem } from './whole-system.ts';

const people = 256;
const accountsOverNats = 512;
const questions = { together: 500, spread: 1000, hot: 1 };
const missingQuestion = '00000000-0000-7000-8000-000000000000';
const names = {
  boosts: 'boosts through the whole stack',
  refused: 'boosts that engagement refuses',
  noOp: 'no-op through the gateway',
  bare: 'the same call to bare Fastify',
  batched: 'batched append of one event',
  single: 'one append per transaction',
  spread: 'boosts spread over 1000 questions',
  plainSpread: 'plain transactions, spread',
  hot: 'boosts on one question',
  plainHot: 'plain transactions, one question',
} as const;

const engagementRoles = ['engagement', 'postgres/engagement-pipeline'];
const batchedRole = `postgres/${appendApplicationNames.batched}`;
const appendRoles = ['bench', 'postgres'];

const cpuOf = (find: FindSample, side: string, roles: readonly string[]): number =>
  roles.reduce((sum, role) => sum + (find(side).cpuByRole[role] ?? 0), 0);
/**
 * CPU in µs that a boost needs before its answer: all CPU of `roles`, and at most the CPU of NATS for a refused call.
 * NATS uses its other CPU for JetStream and live counts, and no answer waits for these.
 */
const pathCpu = (find: FindSample, side: string, roles: readonly string[]): number =>
  cpuOf(find, side, roles) + Math.min(cpuOf(find, side, ['nats']), cpuOf(find, names.refused, ['nats']));
const boostCpu = (find: FindSample) => pathCpu(find, names.boosts, ['gateway', ...engagementRoles]);
const engagementCpu = (find: FindSample, side: string) => pathCpu(find, side, engagementRoles);
const oneEvent = (find: FindSample) => cpuOf(find, names.batched, [batchedRole]);

const onPath = (find: FindSample, side: string) => find(side).pathCpuPerOperation;
type Ratio = (find: FindSample, subject: string, baseline: string) => number;
const toNoOpAndEvent: Ratio = (find) => boostCpu(find) / (onPath(find, names.noOp) + oneEvent(find));
const allToPath: Ratio = (find) => find(names.boosts).cpuPerOperation / boostCpu(find);
const toOneEvent: Ratio = (find) => boostCpu(find) / oneEvent(find);
const plainTo: Ratio = (find, subject, baseline) => onPath(find, baseline) / engagementCpu(find, subject);
const engagementTo: Ratio = (find, subject, baseline) => engagementCpu(find, baseline) / engagementCpu(find, subject);
const singleTo: Ratio = (find, subject, baseline) =>
  cpuOf(find, baseline, [...appendRoles, `postgres/${appendApplicationNames.single}`]) /
  cpuOf(find, subject, [...appendRoles, batchedRole]);
const bareTo: Ratio = (find, subject, baseline) => find(baseline).cpuPerOperation / onPath(find, subject);

const findingsOf = (rounds: Rounds): Finding[] => {
  /** If `sides` names a subject and a baseline, the finding also compares their throughput. */
  const finding = (
    number: string,
    what: string,
    [floor, goal]: readonly [number, number],
    of: Ratio,
    sides?: readonly [string, string],
  ): Finding => ({
    ...{ number, what, floor, goal, isAtMost: number.startsWith('1') },
    ratio: spreadPerRound(rounds, (find) => of(find, ...(sides ?? ['', '']))),
    ...(sides && { byThroughput: throughputRatio(rounds, ...sides) }),
  });
  const path = 'path of a boost';
  const plain = 'plain transaction ÷ path in engagement';
  const single = 'batched append ÷ one append per transaction, 64 callers';
  return [
    finding('1', `${path} ÷ (gateway no-op + one event of a batched append)`, [1.8, 1.3], toNoOpAndEvent),
    finding('1b', `all that a boost causes ÷ its path`, [2, 1.5], allToPath),
    finding('1c', `${path} ÷ one event of a batched append, its callers left out`, [5, 3], toOneEvent),
    finding('2 spread', `${plain}, over 1000 questions`, [2, 3], plainTo, [names.spread, names.plainSpread]),
    finding('2 hot', `${plain}, on one question`, [6, 10], plainTo, [names.hot, names.plainHot]),
    finding('3', 'boosts on one question ÷ boosts over 1000', [0.6, 0.8], engagementTo, [names.hot, names.spread]),
    finding('4', single, [3, 5], singleTo, [names.batched, names.single]),
    finding('7', 'no-op of bare Fastify ÷ no-op of the gateway', [0.5, 0.6], bareTo, [names.noOp, names.bare]),
  ];
};

/** Ratios 1 to 4 and 7. A boost is compared with a no-op call, one durable event and a plain transaction. */
export const boosts: Benchmark = {
  name: 'boosts',
  what: 'Boosts as the web sends them (key, desired state), beside no-ops, appends and plain transactions',

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const bareServer = await startBareServer();
      atEnd(bareServer.stop);
      const callers = await People.register(system.url, people);
      const bareCallers = callers.callingServer(bareServer.origin);
      const ids = await callers.askQuestions(questions.together + questions.spread + questions.hot);
      const togetherIds = ids.slice(0, questions.together);
      const spreadIds = ids.slice(questions.together, -1);
      const hotIds = ids.slice(-1);
      const accounts = Array.from({ length: accountsOverNats }, () => randomUUID());
      const engagementUrl = databaseUrl(system, 'hearsay_engagement');
      const plain = await plainTransactions(engagementUrl, accounts, [...spreadIds, ...hotIds]);
      await withDatabase(system, 'engagement', (client) => client.query('create database bench_appends'));
      const appends = await AppendLoad.connect(databaseUrl(system, 'bench_appends'));
      const connection = await connectNats({ url: system.natsUrl, name: 'bench' });
      for (const opened of [callers, bareCallers, plain, appends, connection]) atEnd(() => opened.close());
      await untilCaughtUp(system);
      const spread = allQuestionsWalk(questions.spread, accounts.length);
      const nats = natsBoostSender(new RpcClient(connection, { prefix: '' }), accounts);
      const loads = {
        boosts: new BoostLoad(people, httpBoostSender(callers), togetherIds, allQuestionsWalk(questions.together)),
        spread: new BoostLoad(accounts.length, nats, spreadIds, spread),
        hot: new BoostLoad(accounts.length, nats, hotIds, firstQuestionWalk),
      };
      const plainLoads = {
        spread: new BoostLoad(accounts.length, plain.send, spreadIds, spread, plainConnections),
        hot: new BoostLoad(accounts.length, plain.send, hotIds, firstQuestionWalk, plainConnections),
      };
      const done: Record<string, number> = {};
      const counted =
        (name: string, run: Side['run']): Side['run'] =>
        async (seconds) => {
          const result = await run(seconds);
          done[name] = (done[name] ?? 0) + result.completed;
          return result;
        };
      const postAll =
        (target: People, call: string, body = {}, expected = 200): Side['run'] =>
        (seconds) =>
          runClosedLoop(people, seconds, (person) => target.post(person, call, body, expected));
      const noOp = '/api/bench/no-op';
      const refused = `/api/questions/${missingQuestion}/boost`;
      const boosting = { path: ['gateway', 'nats', ...engagementRoles], settle: () => untilCaughtUp(system) };
      const plainPath = ['bench', `postgres/${plainApplicationName}`];
      const sides: Side[] = [
        { name: names.boosts, run: loads.boosts.run, ...boosting },
        { name: names.refused, run: postAll(callers, refused, { isBoosted: true }, 404), ...boosting },
        { name: names.noOp, run: postAll(callers, noOp), path: ['gateway'] },
        { name: names.bare, run: counted(names.bare, postAll(bareCallers, noOp)), pids: { fastify: bareServer.pid } },
        { name: names.batched, run: counted(names.batched, appends.batched), path: [batchedRole] },
        {
          name: names.single,
          run: counted(names.single, appends.single),
          path: [`postgres/${appendApplicationNames.single}`],
        },
        { name: names.spread, run: loads.spread.run, ...boosting },
        { name: names.plainSpread, run: plainLoads.spread.run, path: plainPath },
        { name: names.hot, run: loads.hot.run, ...boosting },
        { name: names.plainHot, run: plainLoads.hot.run, path: plainPath },
      ];
      const rounds = await runInterleaved(system, sides, plan);
      await untilCaughtUp(system);
      const togglesOf = (all: Record<string, BoostLoad>) =>
        new Map(Object.values(all).flatMap((load) => [...load.toggleCounts()]));
      const boosted = [...togglesOf(plainLoads).values()].reduce((sum, counts) => sum + counts.boosts, 0);
      return {
        findings: findingsOf(rounds),
        sides: sideSummaries(rounds),
        checks: [
          ...(await checkBoosts(system, togglesOf(loads))),
          await plain.check(boosted),
          await appends.check((done[names.batched] ?? 0) + (done[names.single] ?? 0)),
          mustEqual('No-ops that bare Fastify has answered', await bareServer.answered(), done[names.bare]),
        ],
      };
    }),
};
