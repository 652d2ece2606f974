import { randomUUID } from 'node:crypto';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { Appends, appendBackends } from './appends.ts';
import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { apart, BoostLoad, onAndOff, overHttp, overNats, together } from './boost-load.ts';
import { closedLoop } from './closed-loop.ts';
import { type Find, interleave, perRound, type Sample, type Side, summaryOf, throughputRatio } from './interleaved.ts';
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
  const own = ['bench', 'postgres'];
  const finding = (number: string, what: string, floor: number, goal: number, of: (find: Find) => number): Finding => ({
    ...{ number, what, floor, goal },
    ratio: perRound(rounds, of),
  });
  const atMost = (...of: Parameters<typeof finding>): Finding => ({ ...finding(...of), isAtMost: true });
  const byThroughput = (subject: string, baseline: string) => ({
    byThroughput: throughputRatio(rounds, subject, baseline),
  });
  const plain = (find: Find, side: string) => find(side).pathCpuPerOperation;
  return [
    atMost(
      '1',
      'CPU on the path of a boost ÷ (gateway no-op + one event of a batched append, its callers left out)',
      1.8,
      1.3,
      (find) => boostCpu(find) / (plain(find, names.noOp) + appendCpu(find, names.batched, batched)),
    ),
    atMost(
      '1b',
      'CPU of everything that a boost causes ÷ CPU on its path',
      2,
      1.5,
      (find) => find(names.boosts).cpuPerOperation / boostCpu(find),
    ),
    atMost(
      '1c',
      'CPU on the path of a boost ÷ one event of a batched append, its callers left out',
      5,
      3,
      (find) => boostCpu(find) / appendCpu(find, names.batched, batched),
    ),
    {
      ...finding(
        '2 spread',
        'CPU of one plain transaction ÷ CPU on the path of a boost in engagement, over 1000 questions',
        2,
        3,
        (find) => plain(find, names.plainSpread) / engagementCpu(find, names.spread),
      ),
      ...byThroughput(names.spread, names.plainSpread),
    },
    {
      ...finding(
        '2 hot',
        'CPU of one plain transaction ÷ CPU on the path of a boost in engagement, on one question',
        6,
        10,
        (find) => plain(find, names.plainHot) / engagementCpu(find, names.hot),
      ),
      ...byThroughput(names.hot, names.plainHot),
    },
    {
      ...finding(
        '3',
        'Boosts on one question ÷ boosts over 1000',
        0.6,
        0.8,
        (find) => engagementCpu(find, names.spread) / engagementCpu(find, names.hot),
      ),
      ...byThroughput(names.hot, names.spread),
    },
    {
      ...finding(
        '4',
        'Batched append ÷ one append per transaction, 64 callers',
        3,
        5,
        (find) =>
          appendCpu(find, names.single, ...own, `postgres/${appendBackends.single}`) /
          appendCpu(find, names.batched, ...own, batched),
      ),
      ...byThroughput(names.batched, names.single),
    },
    {
      ...finding(
        '7',
        'CPU of a no-op of bare Fastify ÷ CPU of one of the gateway',
        0.5,
        0.6,
        (find) => find(names.bare).cpuPerOperation / plain(find, names.noOp),
      ),
      ...byThroughput(names.noOp, names.bare),
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
