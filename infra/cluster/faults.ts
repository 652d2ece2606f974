import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../journeys/chance.ts';
import { Client } from '../journeys/client.ts';
import { killAndReturn } from '../journeys/system.ts';
import type { Cluster } from './cluster.ts';
import type { Cut } from './link.ts';
import type { Load } from './load.ts';
import type { PostgresPair } from './postgres.ts';

const cuts = ['in', 'out', 'both'] as const;

export interface Fault {
  readonly kind: string;
  readonly member: string;
  /** Resolves when the member may work again. */
  happen(load: Load): Promise<void>;
}

export interface FaultTimes {
  readonly pauseMs: number;
}

const killed = ({ system }: Cluster, member: string): Fault => ({
  kind: 'kill',
  member,
  happen: () => killAndReturn(system, member),
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

/** As in an upgrade: a NATS server asks its clients to leave, ends by itself and starts again. */
const lameDuck = ({ system }: Cluster, member: string): Fault => ({
  kind: 'lame duck',
  member,
  happen: () => killAndReturn(system, member, 'SIGUSR2'),
});

/** No server gets the act of a gateway that is cut off, so the gateway must refuse it. The round looks for the reply. */
const askCutOff = async ({ system }: Cluster, gateway: string, { acts }: Load): Promise<void> => {
  const visitor = new Client({ url: `http://127.0.0.1:${system.ports[gateway]}` });
  const body = { questionId: acts.questions[0]!.question.id, content: 'Through a gateway that is cut off' };
  const headers = { cookie: acts.people[0]!.cookie ?? '' };
  const { status, headers: answered } = await visitor.attempt('POST', '/api/discussions', { body, headers });
  assert.deepEqual([status, answered.has('retry-after')], [503, true]);
};

const cutOff = (cluster: Cluster, member: string, cut: Cut, { pauseMs }: FaultTimes): Fault => ({
  kind: `cut ${cut}`,
  member,
  happen: async (load) => {
    cluster.links.set(member, cut);
    try {
      const isSilent = member.startsWith('gateway') && cut !== 'in';
      await Promise.all([pause(pauseMs), isSilent && askCutOff(cluster, member, load)]);
    } finally {
      cluster.links.set(member, 'none');
    }
  },
});

const faultsOfPostgres = (pair: PostgresPair, { pauseMs }: FaultTimes): Fault[] => [
  { kind: 'kill', member: 'postgres-primary', happen: () => pair.killPrimary() },
  { kind: 'pause', member: 'postgres-primary', happen: () => pair.pausePrimary(pauseMs) },
  { kind: 'kill', member: 'postgres-standby', happen: () => pair.killStandby() },
  { kind: 'pause', member: 'postgres-standby', happen: () => pair.pauseStandby() },
];

const shuffled = <T>(items: readonly T[], chance: () => number): T[] =>
  items
    .map((item) => ({ item, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** Every fault of every member in an order that depends on the seed alone. Repeats in a new order after the last. */
export function* faultsOf(cluster: Cluster, seed: string, times: FaultTimes): Generator<Fault> {
  const chance = chanceOf(`faults ${seed}`);
  const all = cluster.roles.flatMap((member) => [
    killed(cluster, member),
    paused(cluster, member, times),
    ...cuts.map((cut) => cutOff(cluster, member, cut, times)),
  ]);
  const ofNats = cluster.natsServers.flatMap((server) => [
    killed(cluster, server),
    paused(cluster, server, times),
    lameDuck(cluster, server),
  ]);
  const ofPostgres = cluster.postgres ? faultsOfPostgres(cluster.postgres, times) : [];
  for (;;) yield* shuffled([...all, ...ofNats, ...ofPostgres], chance);
}
