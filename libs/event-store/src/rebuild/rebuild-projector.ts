import type { NatsConnection } from '@nats-io/nats-core';
import { lockCheckpoint, readCheckpoint } from '../consumers/checkpoints.js';
import type { Projector } from '../consumers/consumer-definitions.js';
import { compareLogPositions, type LogPosition, type StoredEvent } from '../log/events.js';
import { upcastEvents } from '../log/versions.js';
import { pause } from '../runtime/pause.js';
import { type Checkpoint, newEventsAfter, type ReadEvent } from '../stream/event-message.js';
import { createJetStreamManager, eventStreamOf, startSequence, streamInfo } from '../stream/event-stream.js';
import { DeliveryGap, OrderedSubscription } from '../stream/ordered-subscription.js';
import { type RebuildOptions, rebuild } from './rebuild.js';
import { lockTables } from './table-exchange.js';

/** Maximum number of events in one transaction. Only the last message of a transaction may exceed it. */
const chunk = 5000;
/** The rebuild fails if the next message takes longer, even while a relay refills the stream. */
const timeoutMs = 30_000;
const beginAgainAfterMs = 100;

interface ProjectorRebuildOptions extends RebuildOptions {
  readonly service: string;
  readonly projector: Projector;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
}

/**
 * Rebuilds a projector's tables up to the running consumer's checkpoint, which the swap locks.
 * @throws if a rebuild already runs, or if the stream is missing or ends before the checkpoint
 */
export const rebuildProjector = (options: ProjectorRebuildOptions): Promise<number> => {
  const { projector, service } = options;
  const { name, tables, shared } = projector;
  return rebuild(options, {
    name: `${service}.${name}`,
    tables,
    apply: (tx, events) => projector.apply(tx, events),
    async *history(client, after) {
      yield* streamed(options, after, (await readCheckpoint(client, name)).logPosition);
    },
    async lock(tx) {
      await shared?.lock?.(tx);
      await lockCheckpoint(tx, name);
      await tx.query(lockTables(tables));
    },
    ...(shared && { settle: (tx) => shared.settle(tx) }),
  });
};

const streamed = async function* (
  { projector, connection, subjectPrefix }: ProjectorRebuildOptions,
  after: Checkpoint,
  end: LogPosition,
): AsyncGenerator<{ events: readonly StoredEvent[]; end: Checkpoint }> {
  const { source } = projector;
  const manager = await createJetStreamManager(connection, timeoutMs);
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
        const met: ReadEvent[] = [];
        const last = () => (met.at(-1)?.at ?? reached).logPosition;
        do {
          for (const delivery of await subscription.take(chunk, signal))
            met.push(...newEventsAfter(delivery, last(), types));
        } while (met.length < chunk && subscription.pending > 0 && isBehind(last()) && !signal.aborted);
        const wanted = met.filter(({ at }) => compareLogPositions(at.logPosition, end) <= 0);
        if (wanted.length === 0) continue;
        reached = wanted.at(-1)!.at;
        yield { events: upcastEvents(wanted.flatMap(({ event }) => event ?? [])), end: reached };
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
