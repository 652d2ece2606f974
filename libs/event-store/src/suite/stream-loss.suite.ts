import { Boosted, Unboosted } from '@hearsay/contracts';
import { eventually, type TestNatsServer } from '@hearsay/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Projector } from '../consumers/consumer-definitions.js';
import { answerWithinMs, appendEvents, boosts, insertSeen, seenProjector, World } from './world.suite.js';

const lossesAt = [
  ['head', 1, 5],
  ['middle', 25, 28],
  ['tail', 36, 40],
] as const;

export const streamLossCases = (natsServer: () => TestNatsServer): void => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ natsUrl: natsServer().url });
  });
  afterEach(() => world.end());

  const relay = () => world.relay({ eventsInMessage: 1 });
  const goesOn = async () => {
    await appendEvents(world.sourcePool, boosts(5));
    await world.untilWhole();
    await world.untilSeenOnce();
  };

  it.each(lossesAt)('a %s lost without writes is noticed and filled again', async (_where, from, to) => {
    await appendEvents(world.sourcePool, boosts(40));
    await relay();
    await world.consumers();
    await world.untilSeenOnce();
    await world.deleteMessages(from, to);
    await world.untilWhole();
    await goesOn();
  });

  it.each(lossesAt)('a %s lost without a relay is filled again by the next one', async (_where, from, to) => {
    await appendEvents(world.sourcePool, boosts(40));
    const first = await relay();
    await world.consumers();
    await world.untilSeenOnce();
    await first.stop();
    await world.deleteMessages(from, to);
    await relay();
    await world.untilWhole();
    await goesOn();
  });

  it.each(lossesAt)(
    'a reader of a lost %s resumes at its checkpoint without loss or repeats',
    async (_where, from, to) => {
      await appendEvents(world.sourcePool, boosts(20));
      await relay();
      const reader = await world.consumers();
      await world.untilSeenOnce();
      await reader.stop();
      await appendEvents(world.sourcePool, boosts(20));
      await world.untilStreamed();
      await world.deleteMessages(from, to);
      await world.consumers();
      await world.untilSeenOnce();
      await world.untilWhole();
      await goesOn();
    },
  );

  /** Dense sequences with intact ends: only the chain of messages shows the gap. */
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

  it('a reader stops at a gap that only it sees, and the relay refills the stream', async () => {
    await appendEvents(world.sourcePool, boosts(40));
    const first = await relay();
    await world.untilStreamed();
    await first.stop();
    await streamWithout(25, 28);
    const order: string[] = [];
    const ordered: Projector = {
      ...seenProjector,
      apply: async (tx, events) => {
        await insertSeen(tx, events);
        order.push(...events.map((event) => event.eventId));
      },
    };
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
    await world.untilWhole();
    await goesOn();
  });

  it('a stream of other event types is filled again', async () => {
    const types = [Boosted.type, Unboosted.type, 'Wondered'];
    await appendEvents(
      world.sourcePool,
      boosts(30).map((event, index) => ({ ...event, type: types[index % 3]! })),
    );
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
    await world.untilWhole();
    await eventually('the reader has read on', async () => (await world.seen()).size === relayed.length);
    await appendEvents(world.sourcePool, boosts(1));
    await eventually('the reader has the newest', async () => (await world.seen()).size === relayed.length + 1);
    expect([...(await world.seen()).values()].every((times) => times === 1)).toBe(true);
  });

  it('a stream without readers is deleted', async () => {
    await appendEvents(world.sourcePool, boosts(3));
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
    await appendEvents(world.sourcePool, boosts(3));
    await relay();
    await world.consumers();
    await world.untilSeenOnce();
    await world.untilWhole();
  });
};
