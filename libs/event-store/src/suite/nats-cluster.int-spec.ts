import { eventually, findNatsBinary, type NatsCluster, startNatsCluster } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Relay } from '../relay/relay.js';
import type { StreamSettings } from '../stream/event-stream.js';
import { useWorld } from './set-up.suite.js';
import { boostEvents } from './world.suite.js';

const binary = await findNatsBinary('2.15');

(binary ? describe : describe.skip)('a stream on three servers', () => {
  let cluster: NatsCluster;
  const world = useWorld(() => cluster.url);
  beforeAll(async () => {
    cluster = await startNatsCluster(binary!);
  });
  afterAll(() => cluster.dispose());

  const info = async () => (await world.manager()).streams.info(world.stream.name);
  const restart = async (relay: Relay, stream: StreamSettings): Promise<Relay> => {
    await relay.stop();
    return world.relay({ stream });
  };
  const leader = async () => Number((await info()).cluster?.leader?.split('-')[1]) - 1;

  it('a stream gets three copies when its service restarts with three replicas', async () => {
    const { relay } = await world.readBoosts(50);
    expect((await info()).config.num_replicas).toBe(1);
    await restart(relay, { replicas: 3 });
    await eventually('three servers are current', async () => {
      const copies = (await info()).cluster?.replicas ?? [];
      return copies.filter(({ current }) => current).length === 2;
    });
    await world.append(boostEvents(50));
    await world.untilSeenOnce();
    await world.untilStreamed();
  });

  it('a stream works without one server, and loses no event while two are away', async () => {
    const { relay } = await world.readBoosts(50, { stream: { replicas: 3 } });
    const first = await leader();
    await cluster.servers[first]!.kill();
    await world.append(boostEvents(50));
    await world.untilSeenOnce();
    const second = (first + 1) % 3;
    await cluster.servers[second]!.kill();
    await world.append(boostEvents(50));
    await eventually('the relay says that it waits', () => relay.status().error !== null);
    await cluster.servers[second]!.start();
    await world.untilSeenOnce();
    await world.untilStreamed();
    await cluster.servers[first]!.start();
  });

  it.each([1, 3])(
    'a full stream with %i copies deletes no event, and works again when it may grow',
    async (replicas) => {
      const limited = { replicas, maxBytes: 50_000 };
      const { relay } = await world.readBoosts(20, { stream: limited, eventsInMessage: 10 });
      await world.append(boostEvents(500));
      await eventually('the relay says why it waits', () =>
        /is full: raise EVENT_STREAM/.test(`${relay.status().error}`),
      );
      const { state } = await info();
      expect(state.first_seq).toBe(1);
      expect(state.bytes).toBeLessThanOrEqual(limited.maxBytes);
      const larger = await restart(relay, { replicas });
      await world.untilSeenOnce();
      await world.untilStreamed();
      const { messages } = (await info()).state;
      await restart(larger, { replicas, maxBytes: 1000 });
      await eventually('the smaller limit holds', async () => (await info()).config.max_bytes === 1000);
      expect((await info()).state.messages).toBe(messages);
    },
  );
});
