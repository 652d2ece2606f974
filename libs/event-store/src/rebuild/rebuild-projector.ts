import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { type Checkpoint, lockCheckpoint, readCheckpoint } from '../consumers/checkpoints.js';
import type { Projector } from '../consumers/consumer-definitions.js';
import { startSequence } from '../consumers/source-feed.js';
import { refuseUnknownVersions } from '../log/event-versions.js';
import { compareLogPositions, type LogPosition, type StoredEvent, startOfLog } from '../log/events.js';
import { pause } from '../runtime/pause.js';
import { type MetEvent, metIn } from '../stream/event-message.js';
import { eventStreamOf, streamInfo } from '../stream/event-stream.js';
import { DeliveryGap, OrderedSubscription } from '../stream/ordered-subscription.js';
import { progressOf, type RebuildOptions, withRebuild } from './rebuild-session.js';
import { exchangeTables, lockTables } from './table-exchange.js';

/** So many events are gathered for one transaction; a message more may be in it. */
const chunk = 5000;
/** How long it waits for a message of the stream, and for a relay that fills it again. After that the stream lacks what the projector had. */
const timeoutMs = 30_000;
/** How long it waits after a gap before it begins again: the relay may be filling the stream. */
const beginAgainAfterMs = 100;

export interface ProjectorRebuildOptions extends RebuildOptions {
  readonly service: string;
  readonly projector: Projector;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
}

/**
 * Fills the next version of a projector from the first message of its source's stream, as far as the running consumer has come,
 * and puts it in the place of the live one while the consumer's checkpoint is locked. Answers the number of events read.
 * @throws when it is being rebuilt already, or when the stream is not there or shorter than what the consumer has applied.
 */
export const rebuildProjector = async (options: ProjectorRebuildOptions): Promise<number> => {
  const { projector, progress, service } = options;
  const name = `${service}.${projector.name}`;
  const count = progressOf(name, progress);
  await withRebuild(
    { ...options, name, tables: projector.tables, readsBy: projector.readsBy },
    async ({ client, schema, fill, flip }) => {
      const history = await History.open(options);
      try {
        let filled = history.seen;
        const catchUp = async () => {
          await history.goBackTo(filled);
          const { logPosition } = await readCheckpoint(client, projector.name);
          for await (const events of history.upTo(logPosition)) {
            if (events.length > 0) await fill((tx) => projector.apply(tx, events));
            filled = history.seen;
            count.add(events.length);
          }
        };
        await flip('', catchUp, async (tx) => {
          await projector.shared?.lock?.(tx);
          const { logPosition } = await lockCheckpoint(tx, projector.name);
          await tx.query(lockTables(projector.tables));
          let rest = 0;
          for await (const events of history.upTo(logPosition)) {
            if (events.length > 0) await projector.apply(tx, events);
            rest += events.length;
          }
          await projector.shared?.settle(tx);
          await exchangeTables(tx, schema, projector.tables);
          count.add(rest);
        });
      } finally {
        await history.close();
      }
    },
  );
  progress(`${name}: rebuilt from ${count.events} events`);
  return count.events;
};

/** A source's stream from its first message on, read no further than a consumer has come. */
class History {
  readonly #options: ProjectorRebuildOptions;
  readonly #manager: JetStreamManager;
  readonly #types: ReadonlySet<string>;
  #subscription: OrderedSubscription | undefined;
  #waiting: MetEvent[] = [];
  #seen: Checkpoint = { logPosition: startOfLog, sequence: 0 };

  private constructor(options: ProjectorRebuildOptions, manager: JetStreamManager) {
    this.#options = options;
    this.#manager = manager;
    this.#types = new Set(options.projector.events.map((event) => event.type));
  }

  static async open(options: ProjectorRebuildOptions): Promise<History> {
    return new History(options, await jetstreamManager(options.connection, { checkAPI: false, timeout: timeoutMs }));
  }

  /** The last event that was handed out, or passed over. */
  get seen(): Checkpoint {
    return this.#seen;
  }

  /** Hands out once more what lies behind `seen`: the transaction that it was read for was rolled back. */
  async goBackTo(seen: Checkpoint): Promise<void> {
    if (compareLogPositions(this.#seen.logPosition, seen.logPosition) === 0) return;
    await this.close();
    this.#subscription = undefined;
    this.#waiting = [];
    this.#seen = seen;
  }

  /** The projector's events up to a log position, in chunks; what lies behind it stays for the next call. */
  async *upTo(end: LogPosition): AsyncGenerator<StoredEvent[]> {
    while (compareLogPositions(this.#seen.logPosition, end) < 0) {
      if (this.#waiting.length === 0) this.#waiting = await this.#receive(end);
      const isBeyond = ({ at }: MetEvent) => compareLogPositions(at.logPosition, end) > 0;
      const stop = isBeyond(this.#waiting.at(-1)!) ? this.#waiting.findIndex(isBeyond) : -1;
      const reached = this.#waiting.splice(0, stop < 0 ? this.#waiting.length : stop);
      this.#seen = reached.at(-1)?.at ?? this.#seen;
      const events = reached.flatMap(({ event }) => event ?? []);
      refuseUnknownVersions(events);
      yield events;
      if (stop >= 0) return;
    }
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
  }

  /** What the next messages hold behind the last event seen: a chunk, or less when that reaches `end` or the end of the stream; not empty. */
  async #receive(end: LogPosition): Promise<MetEvent[]> {
    const signal = AbortSignal.timeout(timeoutMs);
    while (!signal.aborted) {
      const subscription = await this.#opened();
      try {
        const met: MetEvent[] = [];
        const reached = () => met.at(-1)?.at.logPosition ?? this.#seen.logPosition;
        do {
          for (const delivery of await subscription.take(chunk, signal))
            met.push(...metIn(delivery, reached(), this.#types));
        } while (
          met.length < chunk &&
          compareLogPositions(reached(), end) < 0 &&
          subscription.pending > 0 &&
          !signal.aborted
        );
        if (met.length > 0) return met;
      } catch (error) {
        if (!(error instanceof DeliveryGap)) throw error;
        this.#subscription = undefined;
        await pause(beginAgainAfterMs, signal);
      }
    }
    throw new Error(
      `The stream of ${this.#options.projector.source} does not hold what ${this.#options.projector.name} has applied`,
    );
  }

  async #opened(): Promise<OrderedSubscription> {
    if (this.#subscription) return this.#subscription;
    const { projector, connection, subjectPrefix } = this.#options;
    const stream = eventStreamOf(projector.source, subjectPrefix);
    if ((await streamInfo(this.#manager, stream)) === undefined)
      throw new Error(`The stream of ${projector.source} does not exist`);
    this.#subscription = await OrderedSubscription.open({
      connection,
      manager: this.#manager,
      stream,
      startSequence: (await startSequence(this.#manager, stream, this.#seen)).sequence,
      after: this.#seen.logPosition,
    });
    return this.#subscription;
  }
}
