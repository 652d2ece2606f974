import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { compareLogPositions, type LogPosition, startOfLog } from '../log/events.js';
import { envelopeOf, relayedTypesIn } from './event-message.js';
import { type EventStream, messageAt, type StreamEnd } from './event-stream.js';
import { LostMessages, OrderedSubscription } from './ordered-subscription.js';

/** How many messages are read at once. */
const messagesAtOnce = 1000;
/** How long the next messages may take while the server is well. Messages in a damaged file never come. */
const nextWithinMs = 10_000;

interface StreamToCheck {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: EventStream;
  readonly end: StreamEnd;
  /** The event types that the stream should be made of. */
  readonly relayedTypes: readonly string[];
  /** Follow the chain of messages even though nothing looks deleted. */
  readonly isDoubted: boolean;
}

const isStart = (logPosition: LogPosition | undefined) =>
  logPosition !== undefined && compareLogPositions(logPosition, startOfLog) === 0;

/**
 * What a stream lacks of its log up to its own end; undefined when it is whole. The first message tells whether the head is there, and
 * sequences without a message whether something was deleted: only then, and in doubt, the headers of all messages are read.
 */
export const findLoss = async (check: StreamToCheck): Promise<string | undefined> => {
  const { manager, stream, end, relayedTypes } = check;
  if (end.messages === 0) return undefined;
  const deleted = end.lastSequence - end.firstSequence + 1 - end.messages;
  if (end.lastSequence - end.lastReadable > deleted) return 'its last messages cannot be read';
  const first = await messageAt(manager, stream, end.firstSequence);
  if (!isStart(envelopeOf(first?.header).previous)) return 'its first message does not begin at the start of the log';
  if (relayedTypesIn(first?.header)?.join() !== relayedTypes.join()) return 'it is made of other event types';
  return deleted > 0 || check.isDoubted ? followChain(check) : undefined;
};

/** Compares each message's previous position with the one before. A tail that was filled again leaves holes, and the chain whole. */
const followChain = async ({ connection, manager, stream, end }: StreamToCheck): Promise<string | undefined> => {
  const subscription = await OrderedSubscription.open({
    connection,
    manager,
    stream,
    startSequence: end.firstSequence,
    after: startOfLog,
    headersOnly: true,
  });
  try {
    for (let reached = startOfLog; compareLogPositions(reached, end.logPosition) < 0; ) {
      const deliveries = await subscription.take(messagesAtOnce, AbortSignal.timeout(nextWithinMs));
      if (deliveries.length === 0) return 'some of its messages cannot be read';
      reached = deliveries.findLast(({ logPosition }) => logPosition)?.logPosition ?? reached;
    }
    return undefined;
  } catch (error) {
    if (error instanceof LostMessages) return 'messages are missing in it';
    throw error;
  } finally {
    await subscription.close();
  }
};
