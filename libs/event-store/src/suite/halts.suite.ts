import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Projector } from '../consumers/consumer-definitions.js';
import { DeadLetters } from '../consumers/dead-letters.js';
import { HaltingError } from '../runtime/failures.js';
import { appendEvents, boosts, insertSeen, seenProjector, World } from './world.suite.js';

export const haltCases = (natsUrl: () => string): void => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ natsUrl: natsUrl() });
  });
  afterEach(() => world.end());

  const withoutKey: Projector = {
    ...seenProjector,
    apply: async (tx, events) => {
      if (events.some((event) => event.data.sealed === true))
        throw new HaltingError('Sealed with a key that is not here');
      await insertSeen(tx, events);
    },
  };
  const sealedAt = (place: number) =>
    boosts(8).map((event, index) => ({ ...event, data: index === place ? { sealed: true } : {} }));
  const letters = () =>
    new DeadLetters({
      pool: world.targetPool,
      pipeline: { executeGroup: () => Promise.reject(new Error('unused')) },
      consumers: [seenProjector],
    });

  it('halts a consumer at the event, reports it once and sets nothing aside', async () => {
    const log = { lines: [] as string[], gauge: [] as number[] };
    await appendEvents(world.sourcePool, sealedAt(3));
    await world.relay();
    const running = await world.consumers([withoutKey], undefined, undefined, {
      log: { info: () => {}, warn: () => {}, error: (_details, text) => void log.lines.push(text) },
      metrics: {
        consumerLag: { set: () => {} },
        deadLetters: { set: () => {} },
        consumerHalted: { set: (_labels, isHalted) => void log.gauge.push(isHalted) },
      },
    });
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    await eventually('the halt is shown', () => log.gauge.at(-1) === 1);
    expect(running.status()).toMatchObject([{ isRunning: false, error: 'Sealed with a key that is not here' }]);
    await eventually('its lag is seen', () => running.status()[0]!.lag > 0);
    expect(log.lines).toEqual(['The consumer has halted: this process cannot read an event']);
    expect(await letters().list()).toEqual([]);
    expect(await running.isCaughtUp()).toBe(false);
  });

  it('leaves the consumer to a process that has the key', async () => {
    await appendEvents(world.sourcePool, sealedAt(3));
    await world.relay();
    await world.consumers([withoutKey]);
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    await world.consumers([seenProjector]);
    await world.untilSeenOnce();
  });

  it('halts at an event of a newer release', async () => {
    await appendEvents(world.sourcePool, boosts(3));
    await appendEvents(
      world.sourcePool,
      boosts(1).map((event) => ({ ...event, schemaVersion: 99 })),
    );
    await world.relay();
    const running = await world.consumers();
    await eventually('it has halted', () => running.status()[0]!.error !== null);
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    expect(running.status()[0]!.error).toBe('Boosted has version 99, which this release does not know');
    expect(await letters().list()).toEqual([]);
  });
};
