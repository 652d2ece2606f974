import { randomUUID } from 'node:crypto';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { Appends, appendBackends } from './appends.ts';
import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { apart, BoostLoad, onAndOff, overHttp, overNats, together } from './boost-load.ts';
import { closedLoop } from './closed-loop.ts';
import { interleave, perRound, type Sample, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { People } from './people.ts';
import { PlainTransactions, plainBackend } from './plain-transactions.ts';
import { startBareServer } from './start-bare-server.ts';
import { stoppedAtTheEnd } from './stopped-at-the-end.ts';
import { backendNames, databaseUrl, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

const people = 256;
/** Callers of engagement alone, whose batches are as large as under load from several gateways. */
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
type Find = (side: string) => Sample;

/** A database of its own for appends, on the server of the system. */
const makeAppendDatabase = async (system: System): Promise<string> => {
  await inDatabase(system, 'engagement', (client) => client.query('create database bench_appends'));
  const url = new URL(databaseUrl(system, 'engagement'));
  url.pathname = '/bench_appends';
  return url.href;
};

/**
 * CPU on the path of a boost, µs: what `roles` take, and of NATS what the same call takes when it is refused and nothing is written. More of
 * NATS belongs to what follows: JetStream and live counts.
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

const findingsOf = (rounds: readonly (readonly Sample[])[]): Finding[] => {
  const batched = `postgres/${appendBackends.batched}`;
  return [
    {
      number: '1',
      what: 'CPU on the path of a boost ÷ (gateway no-op + one event of a batched append, its callers left out)',
      floor: 1.8,
      goal: 1.3,
      isAtMost: true,
      ratio: perRound(
        rounds,
        (find) => boostCpu(find) / (find(names.noOp).pathCpuPerOperation + appendCpu(find, names.batched, batched)),
      ),
    },
    {
      number: '1b',
      what: 'CPU of everything that a boost causes ÷ CPU on its path',
      floor: 2,
      goal: 1.5,
      isAtMost: true,
      ratio: perRound(rounds, (find) => find(names.boosts).cpuPerOperation / boostCpu(find)),
    },
    {
      number: '1c',
      what: 'CPU on the path of a boost ÷ one event of a batched append, its callers left out',
      floor: 5,
      goal: 3,
      isAtMost: true,
      ratio: perRound(rounds, (find) => boostCpu(find) / appendCpu(find, names.batched, batched)),
    },
    ...(
      [
        ['2 spread', names.spread, names.plainSpread, 'over 1000 questions', 2, 3],
        ['2 hot', names.hot, names.plainHot, 'on one question', 6, 10],
      ] as const
    ).map(
      ([number, side, plain, where, floor, goal]): Finding => ({
        number,
        what: `CPU of one plain transaction ÷ CPU on the path of a boost in engagement, ${where}`,
        floor,
        goal,
        ratio: perRound(rounds, (find) => find(plain).pathCpuPerOperation / engagementCpu(find, side)),
        byThroughput: throughputRatio(rounds, side, plain),
      }),
    ),
    {
      number: '3',
      what: 'Boosts on one question ÷ boosts over 1000',
      floor: 0.6,
      goal: 0.8,
      ratio: perRound(rounds, (find) => engagementCpu(find, names.spread) / engagementCpu(find, names.hot)),
      byThroughput: throughputRatio(rounds, names.hot, names.spread),
    },
    {
      number: '4',
      what: 'Batched append ÷ one append per transaction, 64 callers',
      floor: 3,
      goal: 5,
      ratio: perRound(
        rounds,
        (find) =>
          appendCpu(find, names.single, 'bench', 'postgres', `postgres/${appendBackends.single}`) /
          appendCpu(find, names.batched, 'bench', 'postgres', batched),
      ),
      byThroughput: throughputRatio(rounds, names.batched, names.single),
    },
    {
      number: '7',
      what: 'CPU of a no-op of bare Fastify ÷ CPU of one of the gateway',
      floor: 0.5,
      goal: 0.6,
      ratio: perRound(rounds, (find) => find(names.bare).cpuPerOperation / find(names.noOp).pathCpuPerOperation),
      byThroughput: throughputRatio(rounds, names.noOp, names.bare),
    },
  ];
};

/** Ratios 1 to 4 and 7: what a boost costs beside a call that does nothing, one durable event and a plain transaction. */
export const boosts: Benchmark = {
  name: 'boosts',
  what: 'Boosts as the web sends them (key, desired state), beside no-ops, appends and plain transactions',

  run: (plan) =>
    withSystem(async (system) => {
      const bareServer = await startBareServer();
      const callers = await People.register(system.url, people);
      const bareCallers = callers.at(bareServer.origin);
      const ids = await callers.ask(questions.together + questions.spread + questions.hot);
      const togetherIds = ids.slice(0, questions.together);
      const spreadIds = ids.slice(questions.together, -1);
      const hotIds = ids.slice(-1);
      const plain = await PlainTransactions.connect(databaseUrl(system, 'engagement'), [...spreadIds, ...hotIds]);
      const appends = await Appends.connect(await makeAppendDatabase(system));
      // Engagement does not ask who they are.
      const accounts = Array.from({ length: accountsOverNats }, () => randomUUID());
      const connection = await connectNats({ url: system.natsUrl, name: 'bench' });
      const rpc = new RpcClient(connection, { prefix: '' });
      const stop = async () => {
        await Promise.all([
          connection.close(),
          callers.close(),
          bareCallers.close(),
          plain.close(),
          appends.close(),
          bareServer.stop(),
        ]);
      };
      return stoppedAtTheEnd(stop, async () => {
        await settled(system);
        const spread = apart(questions.spread, accounts.length);
        const nats = overNats(rpc, accounts);
        const loads = {
          boosts: new BoostLoad(people, overHttp(callers), togetherIds, together(questions.together)),
          spread: new BoostLoad(accounts.length, nats, spreadIds, spread),
          hot: new BoostLoad(accounts.length, nats, hotIds, onAndOff),
        };
        const done: Record<string, number> = {};
        const side = (name: string, run: Side['run'], path: readonly string[]): Side => ({
          name,
          pids: () => serverPids(system),
          backends: () => backendNames(system),
          path,
          ...(path.includes('engagement') && { settle: () => settled(system) }),
          run: async (seconds) => {
            const result = await run(seconds);
            done[name] = (done[name] ?? 0) + result.completed;
            return result;
          },
        });
        const noOpOf = (target: People) => (seconds: number) =>
          closedLoop(people, seconds, async (person) => void (await target.post(person, '/api/bench/no-op')));
        const refused = `/api/questions/${missingQuestion}/boost`;
        const path = ['gateway', 'nats', ...engagementRoles];
        const plainPath = ['bench', `postgres/${plainBackend}`];
        const sides = [
          side(names.boosts, (seconds) => loads.boosts.run(seconds), path),
          side(
            names.refused,
            (seconds) =>
              closedLoop(people, seconds, async (person) => {
                await callers.post(person, refused, '{"isBoosted":true}', 404);
              }),
            path,
          ),
          side(names.noOp, noOpOf(callers), ['gateway']),
          { ...side(names.bare, noOpOf(bareCallers), ['fastify']), pids: () => ({ fastify: bareServer.pid }) },
          side(names.batched, (seconds) => appends.batched(seconds), [`postgres/${appendBackends.batched}`]),
          side(names.single, (seconds) => appends.single(seconds), [`postgres/${appendBackends.single}`]),
          side(names.spread, (seconds) => loads.spread.run(seconds), path),
          side(names.plainSpread, plain.load(accounts, spreadIds, spread), plainPath),
          side(names.hot, (seconds) => loads.hot.run(seconds), path),
          side(names.plainHot, plain.load(accounts, hotIds, onAndOff), plainPath),
        ];
        const rounds = await interleave(sides, plan);
        await settled(system);
        const toggles = new Map(Object.values(loads).flatMap((load) => [...load.toggles()]));
        return {
          findings: findingsOf(rounds),
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            ...(await checkBoosts(system, toggles)),
            await plain.check(),
            await appends.check((done[names.batched] ?? 0) + (done[names.single] ?? 0)),
            mustEqual('No-ops that bare Fastify has answered', await bareServer.answered(), done[names.bare]),
          ],
        };
      });
    }),
};
