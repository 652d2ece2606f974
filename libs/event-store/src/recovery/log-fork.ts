import type { JetStreamManager } from '@nats-io/jetstream';
import { type LogPosition, startOfLog, type Transaction } from '../log/events.js';
import { loggedOf } from '../log/log-reader.js';
import { eventsIn, logPositionOf } from '../stream/event-message.js';
import { type EventStream, findEnd, messageAt } from '../stream/event-stream.js';

/** Where a log and its stream part. */
export interface LogFork {
  /** Of the last event that both have; the start of the log when they share none. */
  readonly after: LogPosition;
  /** Events behind it that only the stream has: acknowledged once, and lost. */
  readonly lost: number;
  /** The newest epoch in the stream. */
  readonly epoch: number;
}

/** Goes back through the stream to the last event that the log has. Undefined: the stream holds nothing, and shows nothing. */
export const findFork = async (
  client: Transaction,
  manager: JetStreamManager,
  stream: EventStream,
): Promise<LogFork | undefined> => {
  const end = await findEnd(manager, stream);
  if (end?.eventId === undefined) return undefined;
  const { epoch } = end.logPosition;
  let lost = 0;
  for (let sequence = end.lastSequence; sequence >= end.firstSequence; sequence -= 1) {
    const message = await messageAt(manager, stream, sequence);
    if (!message || !logPositionOf(message.header)) continue;
    const places = eventsIn(message.data);
    const logged = await loggedOf(client, places);
    const last = places.findLast(({ eventId }) => logged.has(eventId));
    lost += places.length - logged.size;
    if (last) return { after: last.logPosition, lost, epoch };
  }
  return { after: startOfLog, lost, epoch };
};
