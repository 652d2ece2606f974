import { Boosted } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import fc from 'fast-check';
import { startOfLog } from '../log/events.js';
import { MessageBody } from '../stream/event-message.js';
import { eventStreamOf } from '../stream/event-stream.js';
import type { Delivery, SubscriptionOptions } from '../stream/ordered-subscription.js';
import { SourceFeed } from './source-feed.js';

/** Three of them are more than a window keeps beside its newest message. */
const body = new MessageBody(new Uint8Array(1_500_000));
const placeOf = (number: number) => (number === 0 ? startOfLog : { epoch: 1, txid: String(number), position: '1' });
const messages = Array.from(
  { length: 24 },
  (_, index): Delivery => ({
    sequence: index + 1,
    logPosition: placeOf(index + 1),
    previous: placeOf(index),
    number: index + 1,
    count: 1,
    types: [Boosted.type],
    body,
  }),
);
const never = new AbortController().signal;

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await null;
};

/** A source whose server answers after a number of turns that differs each time. */
const sourceWith = (delays: readonly number[]) => {
  let waits = 0;
  const wait = () => turns(delays[waits++ % delays.length]!);
  const subscribe = async ({ startSequence }: SubscriptionOptions) => {
    let taken = startSequence - 1;
    await wait();
    return {
      get pending() {
        return messages.length - taken;
      },
      async take(_most: number, signal: AbortSignal) {
        await wait();
        const some = messages.slice(taken, taken + 2);
        taken += some.length;
        if (some.length === 0)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return some;
      },
      isDrained: async () => taken === messages.length,
      close: wait,
    };
  };
  return new SourceFeed(
    { options: {} } as unknown as NatsConnection,
    eventStreamOf('engagement', ''),
    new Set([Boosted.type]),
    subscribe,
  );
};

/** One reader's steps: how long it idles, how much it takes, and whether it leaves then and comes back. */
const stepsOfReader = fc.array(
  fc.record({ idle: fc.nat(60), most: fc.integer({ min: 1, max: 5 }), leaves: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

/** The numbers of the messages that a reader gets, whose steps begin again until it has the last one. */
const readAll = async (
  feed: SourceFeed,
  steps: readonly { idle: number; most: number; leaves: boolean }[],
): Promise<number[]> => {
  const read: number[] = [];
  const open = () => feed.open({ logPosition: placeOf(read.length), sequence: 0 });
  let reader = await open();
  for (let step = 0; read.length < messages.length; step += 1) {
    const { idle, most, leaves } = steps[step % steps.length]!;
    await turns(idle);
    const taken = await reader.take(most, never);
    const fresh = taken.map(({ number }) => number).filter((number) => number > read.length);
    read.push(...fresh);
    reader.settle();
    if (reader.settledNumber !== taken.at(-1)!.number) throw new Error('The reader does not know where it stands');
    // It comes back without a hint, so that it begins at the first message.
    if (!leaves || fresh.length === 0) continue;
    await reader.close();
    reader = await open();
  }
  await reader.close();
  return read;
};

describe('readers of one source', () => {
  it('get each message once and in order, however they join, leave and fall behind', async () => {
    const delays = fc.array(fc.nat(12), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(delays, fc.array(stepsOfReader, { minLength: 2, maxLength: 4 }), async (answers, readers) => {
        const feed = sourceWith(answers);
        const all = await Promise.all(readers.map((steps) => readAll(feed, steps)));
        for (const read of all) expect(read).toEqual(messages.map(({ number }) => number));
        expect(feed.subscriptions).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
