import type { NatsConnection } from '@nats-io/nats-core';
import { lockCheckpoint, readCheckpoint } from '../consumers/checkpoints.js';
import type { Projector } from '../consumers/consumer-definitions.js';
import {
  compareLogPositions,
  type LogPosition,
  refuseUnknownVersions,
  type StoredEvent,
  startOfLog,
} from '../log/events.js';
import { pause } from '../runtime/pause.js';
import { type Checkpoint, type MetEvent, metIn } from '../stream/event-message.js';
import { eventStreamOf, managerOf, startSequence, streamInfo } from '../stream/event-stream.js';
import { DeliveryGap, OrderedSubscription } from '../stream/ordered-subscription.js';
import { type RebuildOptions, withRebuild } from './rebuild-session.js';
import { exchangeTables, lockTables } from './table-exchange.js';

/** Events per transaction, plus at most one message. */
const chunk = 5000;
/** Limit for a message, and for a relay that refills the stream. After that the stream lacks events. */
const timeoutMs = 30_000;
const beginAgainAfterMs = 100;

export interface ProjectorRebuildOptions extends RebuildOptions {
  readonly service: string;
  readonly projector: Projector;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
}

/**
 * Fills the next tables up to the running consumer's checkpoint, and exchanges them while that checkpoint is locked.
 * Returns the number of events read.
 * @throws when a rebuild already runs, or when the stream is missing or shorter than what the consumer has applied
 */
export const rebuildProjector = (options: ProjectorRebuildOptions): Promise<number> => {
  const { projector, service } = options;
  const { tables } = projector;
  const name = `${service}.${projector.name}`;
  return withRebuild({ ...options, name, tables }, async ({ client, schema, fill, flip, count }) => {
    let filled: Checkpoint = { logPosition: startOfLog, sequence: 0 };
    const catchUp = async () => {
      const { logPosition } = await readCheckpoint(client, projector.name);
      for await (const { events, end } of history(options, filled, logPosition)) {
        if (events.length > 0) await fill((tx) => projector.apply(tx, events));
        filled = end;
        count(events.length);
      }
    };
    await flip('', catchUp, async (tx) => {
      await projector.shared?.lock?.(tx);
      const { logPosition } = await lockCheckpoint(tx, projector.name);
      await tx.query(lockTables(tables));
      let rest = 0;
      for await (const { events } of history(options, filled, logPosition)) {
        if (events.length > 0) await projector.apply(tx, events);
        rest += events.length;
      }
      await projector.shared?.settle(tx);
      await exchangeTables(tx, schema, tables);
      count(rest);
    });
  });
};

const history = async function* (
  { projector, connection, subjectPrefix }: ProjectorRebuildOptions,
  after: Checkpoint,
  end: LogPosition,
): AsyncGenerator<{ events: StoredEvent[]; end: Checkpoint }> {
  const { source } = projector;
  const manager = await managerOf(connection, timeoutMs);
  const stream = eventStreamOf(source, subjectPrefix);
  const types = new Set(projector.events.map(({ type }) => type));
  const isBehind = (position: LogPosition) => compareLogPositions(position, end) < 0;
  let reached = after;
  let signal = AbortSignal.timeout(timeoutMs);
  while (isBehind(reached.logPosition)) {
    if (signal.aborted) throw new Error(`The stream of ${source} does not hold what ${projector.name} has applied`);
    if ((await streamInfo(manager, stream)) === undefined) throw new Error(`The stream of ${source} does not exist`);
    const subscription = await OrderedSubscription.open({
      connection,
      manager,
      stream,
      startSequence: (await startSequence(manager, stream, reached)).sequence,
      after: reached.logPosition,
    });
    try {
      while (isBehind(reached.logPosition) && !signal.aborted) {
        const met: MetEvent[] = [];
        const last = () => (met.at(-1)?.at ?? reached).logPosition;
        do {
          for (const delivery of await subscription.take(chunk, signal)) met.push(...metIn(delivery, last(), types));
        } while (met.length < chunk && subscription.pending > 0 && isBehind(last()) && !signal.aborted);
        const wanted = met.filter(({ at }) => compareLogPositions(at.logPosition, end) <= 0);
        if (wanted.length === 0) continue;
        reached = wanted.at(-1)!.at;
        const events = wanted.flatMap(({ event }) => event ?? []);
        refuseUnknownVersions(events);
        yield { events, end: reached };
        signal = AbortSignal.timeout(timeoutMs);
      }
    } catch (error) {
      if (!(error instanceof DeliveryGap)) throw error;
      await pause(beginAgainAfterMs, signal);
    } finally {
      await subscription.close();
    }
  }
};
