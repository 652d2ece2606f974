import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../journeys/client.ts';
import { readEntries } from '../journeys/exact/checks.ts';
import { seededRandom, shuffle } from '../journeys/seeded-random.ts';
import { killAndAwaitRestart } from '../journeys/system.ts';
import type { Cluster } from './cluster.ts';
import type { Cut } from './link.ts';
import type { Load } from './load.ts';
import type { PostgresServers } from './postgres.ts';

const cuts = ['in', 'out', 'both'] as const;

export interface Fault {
  readonly kind: string;
  readonly member: string;
  /** Makes the fault. Resolves when it is over and the member may work again. */
  happen(load: Load): Promise<void>;
}

export interface FaultTimes {
  readonly pauseMs: number;
}

const killed = ({ system }: Cluster, member: string): Fault => ({
  kind: 'kill',
  member,
  happen: () => killAndAwaitRestart(system, member),
});

const paused = ({ system }: Cluster, member: string, { pauseMs }: FaultTimes): Fault => ({
  kind: 'pause',
  member,
  happen: async () => {
    system.kill(member, 'SIGSTOP');
    await pause(pauseMs);
    system.kill(member, 'SIGCONT');
  },
});

/** In lame duck mode a NATS server asks its clients to leave, then ends. It starts again, as in an upgrade. */
const lameDuck = ({ system }: Cluster, member: string): Fault => ({
  kind: 'lame duck',
  member,
  happen: () => killAndAwaitRestart(system, member, 'SIGUSR2'),
});

/**
 * Acts at a gateway that reaches no majority of the servers. The gateway must refuse the act.
 * @returns `isSeen`, which tells whether others see the act, and `repeat`, which sends the act again under its key
 */
const actInVain = async ({ system }: Cluster, gateway: string, { acts }: Load) => {
  const [person, room, key, text] = [acts.people[0]!, acts.questions[0]!, randomUUID(), `In vain at ${gateway}`];
  const visitor = new Client({ url: `http://127.0.0.1:${system.ports[gateway]}` });
  const options = { key, headers: { cookie: person.cookie ?? '' } };
  const body = { questionId: room.question.id, content: text };
  const { status, headers } = await visitor.attempt('POST', '/api/discussions', { ...options, body });
  assert.deepEqual([status, headers.has('retry-after')], [503, true]);
  return {
    isSeen: async () => {
      const entries = await readEntries(person, room.question.id);
      return entries.some((each) => each.entry === 'message' && each.discussion.content === text);
    },
    repeat: () => acts.say(person, room, text, key),
  };
};

/** A gateway whose outgoing bytes are cut must refuse acts. @returns such a gateway */
const refusingGateway = (members: readonly string[], cut: Cut): string | undefined =>
  cut === 'in' ? undefined : members.find((member) => member.startsWith('gateway'));

const cutOff = (
  cluster: Cluster,
  member: string,
  cut: Cut,
  { pauseMs }: FaultTimes,
  membersOf = () => [member],
): Fault => ({
  kind: `cut ${cut}`,
  member,
  happen: async (load) => {
    const members = membersOf();
    const gateway = refusingGateway(members, cut);
    await cluster.links.cutOff(members, cut);
    let act: Awaited<ReturnType<typeof actInVain>> | undefined;
    try {
      const acting = gateway === undefined ? undefined : actInVain(cluster, gateway, load);
      [act] = await Promise.all([acting, pause(pauseMs)]);
      assert.equal(await act?.isSeen(), act && false);
    } finally {
      await cluster.links.cutOff([], 'none');
    }
    await act?.repeat();
  },
});

/** One member of each kind that runs more than once. */
const minorityOf = ({ roles, servers, postgres }: Cluster): string[] => [
  ...roles.filter((role) => role.endsWith('-2')),
  ...servers.filter((server) => server === 'nats-3' || server === 'redis-2'),
  ...(postgres ? [postgres.standby] : []),
];

const faultsOfPostgres = (postgres: PostgresServers, cluster: Cluster, times: FaultTimes): Fault[] => {
  const { pauseMs } = times;
  const [primary, standby] = ['postgres-primary', 'postgres-standby'] as const;
  return [
    { kind: 'kill', member: primary, happen: () => postgres.killPrimary() },
    { kind: 'pause', member: primary, happen: () => postgres.pausePrimary(pauseMs) },
    ...cuts.map((cut) => ({
      kind: `cut ${cut}`,
      member: primary,
      happen: () => postgres.cutPrimaryOff(cut, pauseMs),
    })),
    { kind: 'kill', member: standby, happen: () => postgres.killStandby() },
    { kind: 'pause', member: standby, happen: () => postgres.pauseStandby(pauseMs) },
    ...cuts.map((cut) => cutOff(cluster, standby, cut, times, () => [postgres.standby])),
  ];
};

/** Every fault of every member, in an order that only depends on the seed. After the last fault a new order begins. */
export function* faultsOf(cluster: Cluster, seed: string, times: FaultTimes): Generator<Fault> {
  const chance = seededRandom(`faults ${seed}`);
  const all = [...cluster.roles, ...cluster.servers].flatMap((member) => [
    killed(cluster, member),
    paused(cluster, member, times),
    ...cuts.map((cut) => cutOff(cluster, member, cut, times)),
  ]);
  const ofNats = cluster.servers
    .filter((server) => server.startsWith('nats'))
    .map((server) => lameDuck(cluster, server));
  const ofPostgres = cluster.postgres ? faultsOfPostgres(cluster.postgres, cluster, times) : [];
  const minority = cutOff(cluster, 'minority', 'both', times, () => minorityOf(cluster));
  for (;;) yield* shuffle([...all, ...ofNats, ...ofPostgres, minority], chance);
}
