import { eventually, findNatsBinary, TestNatsServer } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { appendEvents, boosts, World } from './world.suite.js';

/** What the way from the log to a copy promises, on one line of NATS servers. */
export const relaySuite = (line: string): void => {
  const binary = findNatsBinary(line);
  // Counted as skipped, with the reason in its name.
  const suite = binary ? describe : describe.skip;
  const title = binary ? `NATS ${binary.version}` : `NATS ${line}: skipped, no nats-server ${line} on this machine (npm run tools)`;

  suite(title, () => {
    let server: TestNatsServer;
    let world: World;
    beforeAll(async () => {
      server = await TestNatsServer.start(binary!);
    });
    afterAll(() => server.dispose());
    beforeEach(async () => {
      world = await World.create({ natsUrl: server.url });
    });
    afterEach(() => world.end());

    it('carries every event of the log to the copy, once and in order', async () => {
      await appendEvents(world.sourcePool, boosts(700));
      await world.relay();
      await world.consumers();
      await appendEvents(world.sourcePool, boosts(50));
      await world.untilStreamed();
      await world.untilSeenOnce();
    });

    it('fills the stream again when its tail was cut off', async () => {
      await appendEvents(world.sourcePool, boosts(40));
      await world.relay();
      await world.consumers();
      await world.untilSeenOnce();
      const manager = await world.manager();
      for (let sequence = 21; sequence <= 40; sequence += 1) await manager.streams.deleteMessage(world.stream.name, sequence);
      await world.untilStreamed();
      await appendEvents(world.sourcePool, boosts(5));
      await world.untilStreamed();
      await world.untilSeenOnce();
    });

    it('fills the stream again when it was emptied', async () => {
      await appendEvents(world.sourcePool, boosts(30));
      const relay = await world.relay();
      await world.consumers();
      await world.untilSeenOnce();
      await (await world.manager()).streams.purge(world.stream.name);
      await world.untilStreamed();
      await appendEvents(world.sourcePool, boosts(5));
      await world.untilStreamed();
      await world.untilSeenOnce();
      expect(relay.status().isLeader).toBe(true);
    });

    it('makes the stream again when it was deleted', async () => {
      await appendEvents(world.sourcePool, boosts(30));
      await world.relay();
      await world.consumers();
      await world.untilSeenOnce();
      await (await world.manager()).streams.delete(world.stream.name);
      await appendEvents(world.sourcePool, boosts(5));
      await world.untilStreamed();
      await world.untilSeenOnce();
    });

    it('goes on after the server was killed and started again', async () => {
      await appendEvents(world.sourcePool, boosts(100));
      await world.relay();
      await world.consumers();
      await world.untilSeenOnce();
      await server.kill();
      await appendEvents(world.sourcePool, boosts(100));
      await server.start();
      await world.untilStreamed();
      await world.untilSeenOnce();
    });

    it('has one leader, and another takes over', async () => {
      const first = await world.relay();
      await eventually('the first relay leads', () => first.status().isLeader);
      const second = await world.relay();
      await appendEvents(world.sourcePool, boosts(20));
      await world.untilStreamed();
      expect(second.status()).toMatchObject({ isLeader: false, published: 0 });
      await first.stop();
      await appendEvents(world.sourcePool, boosts(20));
      await world.untilStreamed();
      expect(second.status()).toMatchObject({ isLeader: true, published: 20 });
    });
  });
};
