import { Boosted, Unboosted } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { onEachNatsVersion } from './set-up.suite.js';
import { answerWithinMs, boostEvents, projectorWith } from './world.suite.js';

/** [lost part, first lost message, last lost message, events in a message] */
const lossesAt = [
  ['head', 1, 5, 1],
  ['middle', 25, 28, 1],
  ['tail', 36, 40, 1],
  ['packed tail', 4, 6, 7],
] as const;

const damagedBytes = 300;

await onEachNatsVersion((world, server) => {
  const relay = (eventsInMessage = 1) => world.relay({ eventsInMessage });
  const goesOn = async () => {
    await world.append(boostEvents(5));
    await world.untilStreamComplete();
    await world.untilSeenOnce();
  };

  it.each(lossesAt)('a lost stream %s is refilled, even without writes', async (_where, from, to, packed) => {
    await world.readBoosts(40, { eventsInMessage: packed });
    await world.deleteMessages(from, to);
    await world.untilStreamComplete();
    await goesOn();
  });

  it.each(lossesAt)('a lost stream %s is refilled by the next relay', async (_where, from, to, packed) => {
    const { relay: first } = await world.readBoosts(40, { eventsInMessage: packed });
    await first.stop();
    await world.deleteMessages(from, to);
    await relay(packed);
    await world.untilStreamComplete();
    await goesOn();
  });

  it.each(lossesAt)(
    'a reader of a lost %s resumes at its checkpoint without loss or repeats',
    async (_where, from, to, packed) => {
      const { consumers: reader } = await world.readBoosts(20, { eventsInMessage: packed });
      await reader.stop();
      await world.append(boostEvents(20));
      await world.untilStreamed();
      await world.deleteMessages(from, to);
      await world.consumers();
      await world.untilSeenOnce();
      await world.untilStreamComplete();
      await goesOn();
    },
  );

  /**
   * Makes a stream without some events, but without a gap in its sequences. Only the chain of messages shows the loss.
   */
  const streamWithout = async (from: number, to: number) => {
    const messages = await world.messages();
    const connection = await world.connect();
    const manager = await world.manager();
    await manager.streams.delete(world.stream.name);
    await manager.streams.add({ name: world.stream.name, subjects: [world.stream.allSubjects] });
    for (const message of messages.filter((_message, index) => index + 1 < from || index + 1 > to)) {
      message.header.delete('Nats-Expected-Last-Sequence');
      await connection.request(world.stream.subject, message.data, {
        headers: message.header,
        timeout: answerWithinMs,
      });
    }
  };

  it('a reader notices a gap that the relay does not see, and the relay then refills', async () => {
    await world.append(boostEvents(40));
    const first = await relay();
    await world.untilStreamed();
    await first.stop();
    await streamWithout(25, 28);
    const order: string[] = [];
    const ordered = projectorWith((events) => order.push(...events.map((event) => event.eventId)));
    const reader = await world.consumers([ordered]);
    await eventually(
      'the reader has stopped',
      () => reader.status()[0]!.error?.startsWith('Messages are missing') === true,
    );
    await eventually('what lies before the hole is applied', () => order.length >= 24);
    expect(order).toEqual((await world.log()).slice(0, 24));
    await relay();
    await world.untilSeenOnce();
    expect(order).toEqual(await world.log());
    await world.untilStreamComplete();
    await goesOn();
  });

  it('a stream is kept while releases with other event types relay in turn', async () => {
    const earlier = [Boosted.type, Unboosted.type].sort();
    const later = [...earlier, 'Wondered'].sort();
    for (const relayedTypes of [earlier, later, earlier, later, earlier]) {
      const types = relayedTypes === earlier && (await world.log()).length === 0 ? earlier : later;
      await world.append(boostEvents(6).map((event, index) => ({ ...event, type: types[index % types.length]! })));
      const running = await world.relay({ relayedTypes });
      await world.untilStreamed();
      await running.stop();
    }
    const { state } = await (await world.manager()).streams.info(world.stream.name);
    expect(state.first_seq).toBe(1);
  });

  it('a stream that lacks earlier events of a type is filled again', async () => {
    const types = [Boosted.type, Unboosted.type, 'Wondered'];
    await world.append(boostEvents(30).map((event, index) => ({ ...event, type: types[index % 3]! })));
    const first = await world.relay();
    await world.consumers();
    const log = await world.log();
    const relayed = log.filter((_id, index) => index % 3 < 2);
    await eventually(
      'what is relayed is there',
      async () => (await world.streamed().catch(() => [])).length === relayed.length,
    );
    expect(await world.streamed()).toEqual(relayed);
    await first.stop();
    await world.relay({ relayedTypes: [...types].sort() });
    await world.untilStreamComplete();
    await eventually('the reader has read on', async () => (await world.seen()).size === relayed.length);
    await world.append(boostEvents(1));
    await eventually('the reader has the newest', async () => (await world.seen()).size === relayed.length + 1);
    expect([...(await world.seen()).values()].every((times) => times === 1)).toBe(true);
  });

  it('a stream without readers is deleted', async () => {
    await world.append(boostEvents(3));
    const first = await relay();
    await world.untilStreamed();
    await first.stop();
    await world.relay({ relayedTypes: [] });
    const manager = await world.manager();
    await eventually('the stream is gone', () =>
      manager.streams.info(world.stream.name).then(
        () => false,
        () => true,
      ),
    );
  });

  it('a stream that begins with a foreign message is filled again', async () => {
    const manager = await world.manager();
    await manager.streams.add({ name: world.stream.name, subjects: [world.stream.allSubjects] });
    await (await world.connect()).request(world.stream.subject, '{"eventId":"of an older release"}', {
      timeout: answerWithinMs,
    });
    await world.readBoosts(3, { eventsInMessage: 1 });
    await world.untilStreamComplete();
  });

  const damage = async () => {
    await server().kill();
    server().damage(world.stream.name, damagedBytes);
    await server().start();
  };

  it('a stream with a damaged end is cleared and filled again', async () => {
    await world.readBoosts(40, { eventsInMessage: 1 });
    await damage();
    await world.append(boostEvents(5));
    await world.untilStreamComplete();
    await world.untilSeenOnce();
  });

  it('a consumer reports a damaged stream end until the stream is complete', async () => {
    const { relay: relaying, consumers: first } = await world.readBoosts(40, { eventsInMessage: 1 });
    await first.stop();
    await world.append(boostEvents(5));
    await world.untilStreamed();
    await relaying.stop();
    await world.deleteMessages(41, 45);
    const consumers = await world.consumers();
    await eventually('the consumer says so', () => consumers.stalled().length === 1);
    expect(consumers.stalled()).toEqual(['seen']);
    expect(consumers.status()[0]!.lag).toBeGreaterThan(0);
    expect(await consumers.behind()).not.toEqual([]);
    await eventually(
      'its error says so',
      () => consumers.status()[0]!.error?.includes('holds messages that do not come') === true,
    );
    await relay();
    await world.untilSeenOnce();
    await eventually(
      'the consumer is well again',
      () => consumers.stalled().length === 0 && consumers.status()[0]!.lag === 0,
    );
  });
});
