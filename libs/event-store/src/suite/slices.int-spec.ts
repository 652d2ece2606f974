import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import type { SliceReactor } from '../consumers/consumer-definitions.js';
import { readDeadLetters, replayDeadLetters } from '../consumers/dead-letters.js';
import { HaltingError } from '../runtime/failures.js';
import { boost, createPipeline, outlastTimeout, readWholeLog } from './ledger.suite.js';
import { note } from './notes.suite.js';
import { onEachNatsVersion } from './set-up.suite.js';
import { boostEvents, untilCaughtUp } from './world.suite.js';

await onEachNatsVersion((world) => {
  const notesInSlices = (
    count: number,
    asked: string[],
    refuse: (from: number) => Error | undefined = () => undefined,
  ): SliceReactor => ({
    kind: 'slice-reactor',
    name: 'slices',
    source: 'engagement',
    events: notedEvents,
    async slice(event, after, most) {
      const from = Number(after ?? 0);
      asked.push(`${from}+${most}`);
      const refusal = refuse(from);
      if (refusal) throw refusal;
      const numbers = Array.from({ length: Math.min(most, count - from) }, (_value, index) => from + index);
      return {
        commands: numbers.map((number) => ({
          definition: note as never,
          input: { cause: `${event.eventId}-${number}`, isBad: false },
        })),
        next: from + most < count ? String(from + most) : null,
      };
    },
  });
  const notedEvents = [boost.events[0]!];
  const noted = async () => (await readWholeLog(world.targetPool)).map((event) => event.stream);
  const letters = () => readDeadLetters(world.targetPool);

  it('a slice reactor commits each slice, and the checkpoint with the last slice', async () => {
    const asked: string[] = [];
    await world.append(boostEvents(2));
    await world.relay();
    const running = await world.consumers([notesInSlices(450, asked)]);
    await untilCaughtUp(running);
    await eventually('all are noted', async () => new Set(await noted()).size === 900);
    expect(asked).toEqual(['0+200', '200+200', '400+200', '0+200', '200+200', '400+200']);
    const { rows } = await world.targetPool.query(
      'select slice_event, slice_place, position > 0 as "isBehind" from consumer_checkpoints',
    );
    expect(rows).toEqual([{ slice_event: null, slice_place: null, isBehind: true }]);
  });

  it('a restarted slice reactor continues after the last committed slice', async () => {
    const asked: string[] = [];
    let isAway = true;
    const halting = notesInSlices(450, asked, (from) =>
      isAway && from === 400 ? new HaltingError('not now') : undefined,
    );
    await world.append(boostEvents(1));
    await world.relay();
    const first = await world.consumers([halting]);
    await eventually('it stands in the middle of the event', () => first.status()[0]!.error === 'not now');
    await first.stop();
    expect(await noted()).toHaveLength(400);
    isAway = false;
    const begun = asked.length;
    const second = await world.consumers([halting]);
    await untilCaughtUp(second);
    await eventually('all are noted', async () => (await noted()).length === 450);
    expect(asked.slice(begun)).toEqual(['400+200']);
  });

  it('a slice reactor asks for smaller slices if one takes too long', async () => {
    const asked: string[] = [];
    const slowBoost: typeof boost = {
      ...boost,
      load: async (tx, keys) => {
        if (keys.length > 60) await outlastTimeout(tx);
        return boost.load(tx, keys);
      },
    };
    const slow = createPipeline(world.targetPool, { readModels: [], aggregates: [slowBoost] });
    world.onEnd(() => slow.stop());
    await world.append(boostEvents(1));
    await world.relay();
    await world.consumers([notesInSlices(120, asked)], { pipeline: slow });
    await eventually('all are noted', async () => (await noted()).length === 120);
    expect(asked).toEqual(['0+200', '0+100', '0+50', '50+50', '100+50']);
  });

  it('a dead letter is replayed from its first slice, without a repeated effect', async () => {
    let isBroken = true;
    const broken = notesInSlices(450, [], (from) =>
      isBroken && from === 200 ? new Error('cannot be read') : undefined,
    );
    await world.append(boostEvents(1));
    await world.relay();
    await world.consumers([broken]);
    await eventually('it is set aside', async () => (await letters()).length === 1);
    isBroken = false;
    const { targetPool: pool, pipeline } = world;
    const { replayed } = await replayDeadLetters({ pool, pipeline, consumers: [broken] }, await letters());
    expect(replayed).toHaveLength(1);
    expect(new Set(await noted()).size).toBe(450);
    expect(await noted()).toHaveLength(450);
  });
});
