import { Boosted, Followed } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import type { Reactor } from '../consumers/consumer-definitions.js';
import type { Consumers } from '../consumers/consumers.js';
import { startOfLog } from '../log/events.js';
import { streamInfo } from '../stream/event-stream.js';
import { DeliveryGap, OrderedSubscription } from '../stream/ordered-subscription.js';
import { withActBeforeRequests } from './disturbed-connection.suite.js';
import { onEachNatsVersion } from './set-up.suite.js';
import { boostEvents, seenProjector, source, untilCaughtUp } from './world.suite.js';

await onEachNatsVersion((world) => {
  /**
   * A reactor that can be held at its first event. It waits outside of transactions, because a transaction would hold
   * back the relay.
   */
  const recordingReactor = (name: string) => {
    const noted: string[] = [];
    let letGo = () => {};
    let held: Promise<void> | undefined;
    const reactor: Reactor = {
      kind: 'reactor',
      name,
      source,
      events: [Boosted],
      commands: async (event) => {
        await held;
        noted.push(event.eventId);
        return [];
      },
    };
    const hold = () => {
      held = new Promise((resolve) => {
        letGo = resolve;
      });
    };
    return { reactor, noted, hold, letGo: () => letGo() };
  };
  const lagOf = (running: Consumers, name: string) => running.status().find(({ consumer }) => consumer === name)!.lag;

  it('a slow consumer delays no other consumer, and continues at its checkpoint', async () => {
    const [quick, slow] = [recordingReactor('quick'), recordingReactor('slow')];
    await world.relay();
    slow.hold();
    await world.consumers([quick.reactor, slow.reactor]);
    world.onEnd(async () => slow.letGo());
    // Sends some megabytes, more than the server buffers for slow readers.
    for (let part = 0; part < 10; part += 1) {
      await world.append(boostEvents(60).map((event) => ({ ...event, data: { text: 'x'.repeat(20_000) } })));
    }
    const log = await world.log();
    await eventually('the quick one has all', () => quick.noted.length === log.length);
    expect(slow.noted).toEqual([]);
    slow.letGo();
    await eventually('the slow one has all', () => slow.noted.length >= log.length);
    expect(slow.noted).toEqual(log);
    expect(quick.noted).toEqual(log);
  });

  it('a consumer of rare types fetches no other bodies and misses no event', async () => {
    const follow = () => boostEvents(1).map((event) => ({ ...event, type: Followed.type }));
    const rare = recordingReactor('rare');
    const follows: Reactor = { ...rare.reactor, events: [Followed] };
    const wanted: string[] = [];
    await world.relay({ eventsInMessage: 8 });
    const appendRound = async () => {
      const ids = await world.append([...boostEvents(20), ...follow(), ...boostEvents(20), ...follow()]);
      wanted.push(ids[20]!, ids[41]!);
    };
    await appendRound();
    const running = await world.consumers([follows]);
    for (let round = 0; round < 5; round += 1) await appendRound();
    await eventually('all that it wants is there', () => rare.noted.length >= wanted.length);
    await untilCaughtUp(running);
    expect(rare.noted).toEqual(wanted);
    expect(lagOf(running, 'rare')).toBe(0);
    expect(await world.bodyDeliveries()).toEqual([false]);
    await world.consumers([seenProjector]);
    await eventually('one that wants frequent ones has them', async () => (await world.seen()).size === 6 * 40);
    expect((await world.bodyDeliveries()).sort()).toEqual([false, true]);
  });

  it('the lag of a consumer is counted in events, also while the consumer waits', async () => {
    const [quick, slow] = [recordingReactor('quick'), recordingReactor('slow')];
    slow.hold();
    await world.append(boostEvents(150));
    await world.relay();
    const running = await world.consumers([quick.reactor, slow.reactor]);
    world.onEnd(async () => slow.letGo());
    await eventually(
      'the slow one is 150 behind',
      () => lagOf(running, 'slow') === 150 && lagOf(running, 'quick') === 0,
    );
    await world.append(boostEvents(70));
    await eventually(
      'the slow one is 220 behind',
      () => lagOf(running, 'slow') === 220 && lagOf(running, 'quick') === 0,
    );
    slow.letGo();
    await eventually('nobody is behind', () => lagOf(running, 'slow') === 0);
    expect(slow.noted).toEqual(await world.log());
  });

  /** Opens a subscription to a stream with one event in each message. */
  const subscribe = async (count: number, data: object = {}) => {
    await world.append(boostEvents(count).map((event) => ({ ...event, data })));
    await world.relay({ eventsInMessage: 1 });
    const [connection, manager] = [await world.connect(), await world.manager()];
    const isStreamed = async () => (await streamInfo(manager, world.stream))?.state.messages === count;
    await eventually('all is in the stream', isStreamed);
    const options = { connection, manager, stream: world.stream, startSequence: 1, after: startOfLog };
    const subscription = await OrderedSubscription.open(options);
    const take = async (most: number) => (await subscription.take(most, new AbortController().signal)).length;
    return { connection, manager, subscription, take };
  };

  it('a subscription fetches at most one pull ahead of a slow reader', async () => {
    const size = 20_000;
    const { connection, manager, subscription, take } = await subscribe(600, { text: 'x'.repeat(size) });
    for (let taken = 0; taken < 600; ) {
      taken += await take(25);
      await connection.flush();
      for await (const { delivered } of manager.consumers.list(world.stream.name))
        expect((delivered.stream_seq - taken) * size).toBeLessThan(2.2 * 1024 * 1024);
    }
    await subscription.close();
  });

  it('a subscription continues after a pull that brought all requested messages', async () => {
    const { subscription, take } = await subscribe(2_500);
    for (let taken = 0; taken < 2_500; ) taken += await take(400);
    await subscription.close();
  });

  const relayAll = async (eventsInMessage: number) => {
    const relay = await world.relay({ eventsInMessage });
    await world.untilStreamed();
    await relay.stop();
  };
  const streamAgain = async (eventsInMessage: number) => {
    await (await world.manager()).streams.delete(world.stream.name);
    await relayAll(eventsInMessage);
  };

  it('a subscription refuses the body of another message that ends with the same event', async () => {
    await world.append(boostEvents(1));
    await relayAll(1);
    await world.append(boostEvents(2));
    await relayAll(2);
    const [connection, manager] = [await world.connect(), await world.manager()];
    const subscription = await OrderedSubscription.open({
      ...{ connection, manager, stream: world.stream, startSequence: 1, after: startOfLog },
      bodiesOf: new Set([Boosted.type]),
    });
    const take = () => subscription.take(1, new AbortController().signal);
    expect((await take()).map(({ count }) => count)).toEqual([1]);
    // The header of the second message has arrived. This header announces two events.
    await connection.flush();
    await streamAgain(2);
    await expect(take()).rejects.toThrow(DeliveryGap);
    await subscription.close();
  });

  it('a consumer begins again if the stream is recreated before it subscribes', async () => {
    await world.append(boostEvents(1));
    await relayAll(1);
    const first = await world.consumers();
    await world.untilSeenOnce();
    await first.stop();
    await world.append(boostEvents(1));
    let isMadeAgain = false;
    const connection = withActBeforeRequests(await world.connect(), async (subject) => {
      if (isMadeAgain || !subject.startsWith('$JS.API.CONSUMER.CREATE')) return;
      isMadeAgain = true;
      await streamAgain(2);
    });
    await world.consumers([seenProjector], { connection });
    await world.untilSeenOnce();
    expect(isMadeAgain).toBe(true);
  });

  it('a consumer moves its checkpoint past 10,000 irrelevant events', async () => {
    const idle: Reactor = { ...recordingReactor('idle').reactor, events: [Followed] };
    await world.append(boostEvents(10_000));
    await world.relay();
    await world.consumers([idle]);
    const isKept = async () =>
      (await world.targetPool.query("select 1 from consumer_checkpoints where consumer = 'idle' and sequence_hint > 0"))
        .rowCount === 1;
    await eventually('the checkpoint has moved', isKept);
  });

  it.each([
    ['in other messages', 3],
    ['in one message', 256],
  ])('a consumer has no lag after the stream was filled again %s, without new events', async (_, eventsInMessage) => {
    await world.append(boostEvents(14));
    const relay = await world.relay({ eventsInMessage: 2 });
    await world.untilStreamed();
    const first = await world.consumers([seenProjector, { ...seenProjector, name: 'other' }]);
    await untilCaughtUp(first);
    await first.stop();
    await relay.stop();
    await (await world.manager()).streams.purge(world.stream.name);
    await world.relay({ eventsInMessage });
    await world.untilStreamed();
    const running = await world.consumers([seenProjector, { ...seenProjector, name: 'other' }]);
    await untilCaughtUp(running);
    expect([lagOf(running, 'seen'), lagOf(running, 'other')]).toEqual([0, 0]);
  });
});
