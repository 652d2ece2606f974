import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../consumers/checkpoints.js';
import type { Consumer, Projector } from '../consumers/consumer-definitions.js';
import { compareLogPositions, type LogPosition, startOfLog } from '../log/events.js';
import { inTransaction } from '../runtime/transactions.js';
import { eventsIn, logPositionOf, positionText } from '../stream/event-message.js';
import { type EventStream, eventStreamOf, findEnd, messageAt } from '../stream/event-stream.js';

export interface ConsumerRecoveryOptions {
  readonly pool: pg.Pool;
  readonly connection: NatsConnection;
  readonly service: string;
  readonly subjectPrefix: string;
  readonly consumers: readonly Consumer[];
  /** Whose log was recovered. */
  readonly source: string;
  readonly print: (line: string) => void;
  readonly rebuild: (projector: Projector) => Promise<void>;
}

/**
 * Brings the consumers of a recovered log back to what it holds. One that stands at an event that is lost goes back to the last one before it
 * that is not. Every projector is rebuilt, since its rows may hold what is lost. What a reactor caused has happened.
 */
export const recoverConsumers = async (options: ConsumerRecoveryOptions): Promise<void> => {
  const { consumers, source, service, print } = options;
  const manager = await jetstreamManager(options.connection, { checkAPI: false });
  const stream = eventStreamOf(source, options.subjectPrefix);
  for (const consumer of consumers.filter((each) => each.source === source)) {
    const back = await goBack(options.pool, manager, stream, consumer.name);
    const name = `${service}.${consumer.name}`;
    print(
      back
        ? `${name}: stood at an event that is lost, goes on behind ${positionText(back)}`
        : `${name}: stands where it stood`,
    );
    if (consumer.kind === 'projector') await options.rebuild(consumer);
  }
};

/** Answers the log position that the consumer went back to; undefined when the stream has the one where it stands. */
const goBack = async (
  pool: pg.Pool,
  manager: JetStreamManager,
  stream: EventStream,
  consumer: string,
): Promise<LogPosition | undefined> => {
  const { logPosition } = await readCheckpoint(pool, consumer);
  const last = await lastUpTo(manager, stream, logPosition);
  if (compareLogPositions(last, logPosition) === 0) return undefined;
  return inTransaction(pool, async (tx) => {
    const from = await lockCheckpoint(tx, consumer);
    // It runs, and has read on in the stream meanwhile.
    if (compareLogPositions(from.logPosition, logPosition) !== 0) return undefined;
    await moveCheckpoint(tx, consumer, logPosition, { logPosition: last, sequence: 0 });
    return last;
  });
};

/** Of the last event in the stream that does not lie behind a log position; the start of the log when there is none. */
const lastUpTo = async (
  manager: JetStreamManager,
  stream: EventStream,
  logPosition: LogPosition,
): Promise<LogPosition> => {
  const end = await findEnd(manager, stream);
  for (let sequence = end?.lastSequence ?? 0; end && sequence >= end.firstSequence; sequence -= 1) {
    const message = await messageAt(manager, stream, sequence);
    if (!message || !logPositionOf(message.header)) continue;
    const last = eventsIn(message.data).findLast((placed) => compareLogPositions(placed.logPosition, logPosition) <= 0);
    if (last) return last.logPosition;
  }
  return startOfLog;
};
