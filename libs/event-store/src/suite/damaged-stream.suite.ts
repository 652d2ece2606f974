import { eventually, type TestNatsServer } from '@hearsay/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { appendEvents, boosts, World } from './world.suite.js';

const damagedBytes = 300;

/** The server must belong to the calling suite alone. */
export const damagedStreamCases = (natsServer: () => TestNatsServer): void => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ natsUrl: natsServer().url });
  });
  afterEach(() => world.end());

  const damage = async () => {
    await natsServer().kill();
    natsServer().damage(world.stream.name, damagedBytes);
    await natsServer().start();
  };

  it('a stream with a damaged end is cleared and filled again', async () => {
    await appendEvents(world.sourcePool, boosts(40));
    await world.relay({ eventsInMessage: 1 });
    await world.consumers();
    await world.untilSeenOnce();
    await damage();
    await appendEvents(world.sourcePool, boosts(5));
    await world.untilWhole();
    await world.untilSeenOnce();
  });

  it('a consumer reports a damaged stream end until the stream is complete', async () => {
    await appendEvents(world.sourcePool, boosts(40));
    const relay = await world.relay({ eventsInMessage: 1 });
    const first = await world.consumers();
    await world.untilSeenOnce();
    await first.stop();
    await appendEvents(world.sourcePool, boosts(5));
    await world.untilStreamed();
    await relay.stop();
    await world.deleteMessages(41, 45);
    const consumers = await world.consumers();
    await eventually('the consumer says so', () => consumers.stalled().length === 1);
    expect(consumers.stalled()).toEqual(['seen']);
    expect(consumers.status()[0]!.lag).toBeGreaterThan(0);
    expect(await consumers.isCaughtUp()).toBe(false);
    await eventually(
      'its error says so',
      () => consumers.status()[0]!.error?.includes('holds messages that do not come') === true,
    );
    await world.relay({ eventsInMessage: 1 });
    await world.untilSeenOnce();
    await eventually(
      'the consumer is well again',
      () => consumers.stalled().length === 0 && consumers.status()[0]!.lag === 0,
    );
  });
};
