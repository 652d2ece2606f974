import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { compareLogPositions, startOfLog } from '../log/events.js';
import { hasEventsUpTo } from '../log/log-reader.js';
import type { Transaction } from '../runtime/connections.js';
import { envelopeOf } from './event-message.js';
import { type EventStream, readMessageAt, type StreamEnd } from './event-stream.js';
import { LostMessages, OrderedSubscription } from './ordered-subscription.js';

/** A healthy server sends the next messages within this time. A server with a damaged file never sends them. */
const nextWithinMs = 10_000;

interface StreamToCheck {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: EventStream;
  readonly end: StreamEnd;
  /** A connection to the service's log. */
  readonly client: Transaction;
  /** Event types that the relay will add to those of the stream. */
  readonly added: readonly string[];
  readonly isDoubted: boolean;
}

/** Describes a gap in the stream, if there is one. Reads the headers of all messages only if `isDoubted` is true. */
export const findStreamLoss = async (check: StreamToCheck): Promise<string | undefined> => {
  const { client, manager, stream, end, added } = check;
  if (end.messages === 0) return undefined;
  if (end.lastSequence - end.firstSequence + 1 > end.messages) return 'messages were deleted';
  if (end.lastReadable < end.lastSequence || end.number === 0) return 'its last message cannot be read';
  const first = envelopeOf((await readMessageAt(manager, stream, end.firstSequence))?.header);
  if (!first || compareLogPositions(first.previous, startOfLog) !== 0)
    return 'its first message does not begin at the start of the log';
  if (added.length > 0 && (await hasEventsUpTo(client, end.logPosition, added)))
    return `it lacks events of ${added.join(' and ')}`;
  return check.isDoubted ? followChain(check) : undefined;
};

const followChain = async ({ connection, manager, stream, end }: StreamToCheck): Promise<string | undefined> => {
  const subscription = await OrderedSubscription.open({
    connection,
    manager,
    stream,
    startSequence: end.firstSequence,
    after: startOfLog,
    bodiesOf: new Set(),
  });
  try {
    for (let reached = startOfLog; compareLogPositions(reached, end.logPosition) < 0; ) {
      const deliveries = await subscription.take(1000, AbortSignal.timeout(nextWithinMs));
      if (deliveries.length === 0) return 'some of its messages cannot be read';
      reached = deliveries.at(-1)!.logPosition;
    }
    return undefined;
  } catch (error) {
    if (error instanceof LostMessages) return 'messages are missing in it';
    throw error;
  } finally {
    await subscription.close();
  }
};
