import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Copy } from './consumer-definitions.js';
import { type ConsumerPlace, lockPlace, readPlace } from './consumer-places.js';
import { startSequence } from './consumer-runner.js';
import { type MetEvent, metIn } from './event-message.js';
import { eventStreamOf, streamInfo } from './event-stream.js';
import { comparePlaces, type Place, type StoredEvent, startOfLog } from './events.js';
import { DeliveryGap, OrderedSubscription } from './ordered-subscription.js';
import { progressOf, type RebuildOptions, withRebuild } from './rebuild-session.js';
import { exchangeTables, lockTables } from './table-exchange.js';

const chunk = 2000;
/** So long without a message although the place was not reached, and the stream lacks what the copy had. */
const patienceMs = 10_000;

export interface CopyRebuildOptions extends RebuildOptions {
  readonly service: string;
  readonly copy: Copy;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
}

/**
 * Fills the next version of a copy from the first message of its source's stream, as far as the running consumer has come,
 * and puts it in the place of the live one while the consumer's place is locked. Answers the number of events read.
 * @throws when it is being rebuilt already, or when the stream is not there or shorter than what the consumer has applied.
 */
export const rebuildCopy = async (options: CopyRebuildOptions): Promise<number> => {
  const { copy, progress, service } = options;
  const name = `${service}.${copy.name}`;
  const count = progressOf(name, progress);
  await withRebuild({ ...options, name, tables: copy.tables }, async ({ client, schema, fill, flip }) => {
    const history = await History.open(options);
    try {
      const applyUpTo = async (place: Place, apply: (events: StoredEvent[]) => Promise<void>) => {
        for await (const events of history.upTo(place)) {
          if (events.length > 0) await apply(events);
          count.add(events.length);
        }
      };
      const catchUp = async () => {
        const { place } = await readPlace(client, copy.name);
        await applyUpTo(place, (events) => fill((tx) => copy.apply(tx, events)));
      };
      await flip('', catchUp, async (tx) => {
        const { place } = await lockPlace(tx, copy.name);
        await tx.query(lockTables(copy.tables));
        await applyUpTo(place, (events) => copy.apply(tx, events));
        await exchangeTables(tx, schema, copy.tables);
      });
    } finally {
      await history.close();
    }
  });
  progress(`${name}: rebuilt from ${count.events} events`);
  return count.events;
};

/** A source's stream from its first message on, read no further than a consumer has come. */
class History {
  readonly #options: CopyRebuildOptions;
  readonly #manager: JetStreamManager;
  readonly #types: ReadonlySet<string>;
  #subscription: OrderedSubscription | undefined;
  #waiting: MetEvent[] = [];
  #seen: ConsumerPlace = { place: startOfLog, sequence: 0 };

  private constructor(options: CopyRebuildOptions, manager: JetStreamManager) {
    this.#options = options;
    this.#manager = manager;
    this.#types = new Set(options.copy.events.map((event) => event.type));
  }

  static async open(options: CopyRebuildOptions): Promise<History> {
    return new History(options, await jetstreamManager(options.connection, { checkAPI: false }));
  }

  /** The copy's events up to a place, in chunks; what lies behind it stays for the next call. */
  async *upTo(end: Place): AsyncGenerator<StoredEvent[]> {
    while (comparePlaces(this.#seen.place, end) < 0) {
      if (this.#waiting.length === 0) this.#waiting = await this.#receive();
      const stop = this.#waiting.findIndex(({ at }) => comparePlaces(at.place, end) > 0);
      const reached = this.#waiting.splice(0, stop < 0 ? this.#waiting.length : stop);
      this.#seen = reached.at(-1)?.at ?? this.#seen;
      yield reached.flatMap(({ event }) => event ?? []);
      if (stop >= 0) return;
    }
  }

  async close(): Promise<void> {
    await this.#subscription?.close();
  }

  /** What the next messages hold behind the last event seen; not empty. */
  async #receive(): Promise<MetEvent[]> {
    const signal = AbortSignal.timeout(patienceMs);
    while (!signal.aborted) {
      const subscription = await this.#opened();
      try {
        const met: MetEvent[] = [];
        for (const delivery of await subscription.take(chunk, signal)) {
          met.push(...metIn(delivery, met.at(-1)?.at.place ?? this.#seen.place, this.#types));
        }
        if (met.length > 0) return met;
      } catch (error) {
        if (!(error instanceof DeliveryGap)) throw error;
        this.#subscription = undefined;
      }
    }
    throw new Error(`The stream of ${this.#options.copy.source} does not hold what ${this.#options.copy.name} has applied`);
  }

  async #opened(): Promise<OrderedSubscription> {
    if (this.#subscription) return this.#subscription;
    const { copy, connection, subjectPrefix } = this.#options;
    const stream = eventStreamOf(copy.source, subjectPrefix);
    if ((await streamInfo(this.#manager, stream)) === undefined) throw new Error(`The stream of ${copy.source} does not exist`);
    this.#subscription = await OrderedSubscription.open({
      connection,
      manager: this.#manager,
      stream,
      startSequence: await startSequence(this.#manager, stream, this.#seen),
      after: this.#seen.place,
    });
    return this.#subscription;
  }
}
