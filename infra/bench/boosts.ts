import { randomUUID } from 'node:crypto';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { Appends, appendBackends } from './appends.ts';
import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { BoostLoad, onAndOff, oneAfterAnother, overHttp, overNats } from './boost-load.ts';
import { closedLoop } from './closed-loop.ts';
import {
  type Find,
  interleave,
  perRound,
  type Rounds,
  type Side,
  summariesOf,
  throughputRatio,
} from './interleaved.ts';
import { People } from './people.ts';
import { plainBackend, plainTransactions } from './plain-transactions.ts';
import { startBareServer } from './start-bare-server.ts';
import { databaseUrl, inDatabase, settled, sideOf, withSystem } from './whole-system.ts';

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

/**
 * CPU on the path of a boost, µs: all of `roles`, and of NATS only the cost of a refused call. The rest of NATS serves
 * JetStream and live counts.
 */
const pathCpu = (find: Find, side: string, roles: readonly string[]): number => {
  const used = (name: string, role: string) => find(name).cpuByRole[role] ?? 0;
  const own = roles.reduce((sum, role) => sum + used(side, role), 0);
  return own + Math.min(used(side, 'nats'), used(names.refused, 'nats'));
};
const engagementRoles = ['engagement', 'postgres/engagement-pipeline'];
const boostCpu = (find: Find, side: string = names.boosts) => pathCpu(find, side, ['gateway', ...engagementRoles]);
const engagementCpu = (find: Find, side: string) => pathCpu(find, side, engagementRoles);
const appendCpu = (find: Find, side: string, ...roles: string[]) =>
  roles.reduce((sum, role) => sum + (find(side).cpuByRole[role] ?? 0), 0);

const findingsOf = (rounds: Rounds): Finding[] => {
  const batched = `postgres/${appendBackends.batched}`;
  const own = ['bench', 'postgres'];
  const onPath = (find: Find, side: string) => find(side).pathCpuPerOperation;
  const finding = (number: string, what: string, floor: number, goal: number, of: (find: Find) => number): Finding => ({
    ...{ number, what, floor, goal, ratio: perRound(rounds, of) },
    isAtMost: number.startsWith('1'),
  });
  const byThroughput = (subject: string, baseline: string) => ({
    byThroughput: throughputRatio(rounds, subject, baseline),
  });
  const path = 'path of a boost';
  const plain = 'plain transaction ÷ path in engagement';
  return [
    finding('1', `${path} ÷ (gateway no-op + one event of a batched append)`, 1.8, 1.3, (find) => {
      return boostCpu(find) / (onPath(find, names.noOp) + appendCpu(find, names.batched, batched));
    }),
    finding('1b', `all that a boost causes ÷ its path`, 2, 1.5, (find) => {
      return find(names.boosts).cpuPerOperation / boostCpu(find);
    }),
    finding('1c', `${path} ÷ one event of a batched append, its callers left out`, 5, 3, (find) => {
      return boostCpu(find) / appendCpu(find, names.batched, batched);
    }),
    {
      ...finding('2 spread', `${plain}, over 1000 questions`, 2, 3, (find) => {
        return onPath(find, names.plainSpread) / engagementCpu(find, names.spread);
      }),
      ...byThroughput(names.spread, names.plainSpread),
    },
    {
      ...finding('2 hot', `${plain}, on one question`, 6, 10, (find) => {
        return onPath(find, names.plainHot) / engagementCpu(find, names.hot);
      }),
      ...byThroughput(names.hot, names.plainHot),
    },
    {
      ...finding('3', 'boosts on one question ÷ boosts over 1000', 0.6, 0.8, (find) => {
        return engagementCpu(find, names.spread) / engagementCpu(find, names.hot);
      }),
      ...byThroughput(names.hot, names.spread),
    },
    {
      ...finding('4', 'batched append ÷ one append per transaction, 64 callers', 3, 5, (find) => {
        const single = appendCpu(find, names.single, ...own, `postgres/${appendBackends.single}`);
        return single / appendCpu(find, names.batched, ...own, batched);
      }),
      ...byThroughput(names.batched, names.single),
    },
    {
      ...finding('7', 'no-op of bare Fastify ÷ no-op of the gateway', 0.5, 0.6, (find) => {
        return find(names.bare).cpuPerOperation / onPath(find, names.noOp);
      }),
      ...byThroughput(names.noOp, names.bare),
    },
  ];
};

/** Ratios 1 to 4 and 7: a boost beside a no-op call, one durable event and a plain transaction. */
export const boosts: Benchmark = {
  name: 'boosts',
  what: 'Boosts as the web sends them (key, desired state), beside no-ops, appends and plain transactions',

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const bareServer = await startBareServer();
      atEnd(bareServer.stop);
      const callers = await People.register(system.url, people);
      const bareCallers = callers.at(bareServer.origin);
      const ids = await callers.ask(questions.together + questions.spread + questions.hot);
      const togetherIds = ids.slice(0, questions.together);
      const spreadIds = ids.slice(questions.together, -1);
      const hotIds = ids.slice(-1);
      const engagementUrl = databaseUrl(system, 'hearsay_engagement');
      const plain = await plainTransactions(engagementUrl, [...spreadIds, ...hotIds]);
      await inDatabase(system, 'engagement', (client) => client.query('create database bench_appends'));
      const appends = await Appends.connect(databaseUrl(system, 'bench_appends'));
      const connection = await connectNats({ url: system.natsUrl, name: 'bench' });
      for (const opened of [callers, bareCallers, plain, appends, connection]) atEnd(() => opened.close());
      await settled(system);
      const accounts = Array.from({ length: accountsOverNats }, () => randomUUID());
      const spread = oneAfterAnother(questions.spread, accounts.length);
      const nats = overNats(new RpcClient(connection, { prefix: '' }), accounts);
      const loads = {
        boosts: new BoostLoad(people, overHttp(callers), togetherIds, oneAfterAnother(questions.together)),
        spread: new BoostLoad(accounts.length, nats, spreadIds, spread),
        hot: new BoostLoad(accounts.length, nats, hotIds, onAndOff),
      };
      const done: Record<string, number> = {};
      const side = (name: string, run: Side['run'], path: readonly string[], more: Partial<Side> = {}): Side =>
        sideOf(
          system,
          name,
          async (seconds) => {
            const result = await run(seconds);
            done[name] = (done[name] ?? 0) + result.completed;
            return result;
          },
          { path, ...(path.includes('engagement') && { settle: () => settled(system) }), ...more },
        );
      const postAll = (target: People, call: string, body = '{}', expected = 200) =>
        ((seconds) =>
          closedLoop(people, seconds, (person) => target.post(person, call, body, expected))) satisfies Side['run'];
      const noOp = '/api/bench/no-op';
      const refused = `/api/questions/${missingQuestion}/boost`;
      const path = ['gateway', 'nats', ...engagementRoles];
      const plainPath = ['bench', `postgres/${plainBackend}`];
      const sides = [
        side(names.boosts, loads.boosts.run, path),
        side(names.refused, postAll(callers, refused, '{"isBoosted":true}', 404), path),
        side(names.noOp, postAll(callers, noOp), ['gateway']),
        side(names.bare, postAll(bareCallers, noOp), ['fastify'], { pids: () => ({ fastify: bareServer.pid }) }),
        side(names.batched, (seconds) => appends.batched(seconds), [`postgres/${appendBackends.batched}`]),
        side(names.single, (seconds) => appends.single(seconds), [`postgres/${appendBackends.single}`]),
        side(names.spread, loads.spread.run, path),
        side(names.plainSpread, plain.load(accounts, spreadIds, spread), plainPath),
        side(names.hot, loads.hot.run, path),
        side(names.plainHot, plain.load(accounts, hotIds, onAndOff), plainPath),
      ];
      const rounds = await interleave(sides, plan);
      await settled(system);
      const toggles = new Map(Object.values(loads).flatMap((load) => [...load.toggles()]));
      return {
        findings: findingsOf(rounds),
        sides: summariesOf(rounds),
        checks: [
          ...(await checkBoosts(system, toggles)),
          await plain.check(),
          await appends.check((done[names.batched] ?? 0) + (done[names.single] ?? 0)),
          mustEqual('No-ops that bare Fastify has answered', await bareServer.answered(), done[names.bare]),
        ],
      };
    }),
};
