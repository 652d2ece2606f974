import { nudgeSubject } from '@hearsay/contracts';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import { type EventMessage, packEvents } from './event-message.js';
import { type EventStream, eventStreamOf, readEnd, type StreamEnd, streamInfo } from './event-stream.js';
import type { Place, Transaction } from './events.js';
import { type Hold, Locks } from './locks.js';
import type { Log } from './log.js';
import { countAfter, isPlaceOfLog, readLog } from './log-reader.js';
import { OrderedPublisher } from './ordered-publisher.js';
import { Alarm, backoffMs, pause } from './pause.js';

const pageSize = 512;
const eventsInMessage = 64;
/** While committed events lie above the horizon of running transactions. */
const heldBackPollMs = 10;
/** For silence only: whoever commits nudges. */
const slowPollMs = 1000;
const longestBackoffMs = 1000;
const lagCountedTo = 10_000;

export interface RelayMetrics {
  readonly relayLag: { set(events: number): void };
  readonly relayed: { inc(events: number): void };
}

export interface RelayOptions {
  readonly pool: pg.Pool;
  readonly connection: NatsConnection;
  readonly service: string;
  readonly subjectPrefix: string;
  readonly log: Log;
  readonly metrics?: RelayMetrics;
  /** How long an acknowledgement may take before the end of the stream is read again. */
  readonly acknowledgeWithinMs?: number;
  /** How many events a message may hold. */
  readonly eventsInMessage?: number;
}

export interface RelayStatus {
  /** False: another process relays this log. */
  readonly isLeader: boolean;
  /** Events acknowledged by JetStream since the start of this process. */
  readonly published: number;
  /** Committed events not yet published, counted to 10,000. */
  readonly lag: number;
  /** What went wrong last, null while all is well. */
  readonly error: string | null;
}

export interface Relay {
  status(): RelayStatus;
  /** Waits for what is in flight and gives the leadership away. */
  stop(): Promise<void>;
}

/** The stream ends with an event that this log does not have: it belongs to another database. */
class ForeignStreamError extends Error {}

/**
 * Publishes a service's log to its JetStream stream, in order, for as long as the process lives. Its cursor is the stream
 * itself, so a stream that lost its tail, or all of it, is filled again. Outages of PostgreSQL and NATS are waited out.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const relay = new RunningRelay(options);
  return { status: () => relay.status, stop: () => relay.stop() };
};

class RunningRelay {
  readonly #options: RelayOptions;
  readonly #stream: EventStream;
  readonly #locks: Locks;
  readonly #alarm = new Alarm();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #isLeader = false;
  #published = 0;
  #lag = 0;
  #failures = 0;
  #error: string | null = null;
  /** Of the last event known to be in the stream. */
  #relayed: Place | undefined;
  #lagMeasuredAt = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#stream = eventStreamOf(options.service, options.subjectPrefix);
    this.#locks = new Locks(options.pool, options.log);
    this.#running = this.#run();
  }

  get status(): RelayStatus {
    return { isLeader: this.#isLeader, published: this.#published, lag: this.#lag, error: this.#error };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#alarm.ring();
    await this.#running;
    await this.#locks.close();
  }

  async #run(): Promise<void> {
    const { connection, service, subjectPrefix } = this.#options;
    const nudges = connection.subscribe(`${subjectPrefix}${nudgeSubject(service)}`, { callback: () => this.#alarm.ring() });
    while (!this.#stopping.signal.aborted) {
      const hold = await this.#locks.hold(`relay:${service}`, this.#stopping.signal);
      if (!hold) break;
      hold.lost.addEventListener('abort', () => this.#alarm.ring());
      this.#isLeader = true;
      await this.#lead(hold);
      this.#isLeader = false;
      await hold.release();
    }
    if (!connection.isClosed()) nudges.unsubscribe();
  }

  async #lead(hold: Hold): Promise<void> {
    const { connection, log, service } = this.#options;
    const signal = AbortSignal.any([hold.lost, this.#stopping.signal]);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    while (!signal.aborted) {
      try {
        await this.#publishFrom(manager, await readEnd(manager, this.#stream), hold.client, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#error = (error as Error).message;
        const level = error instanceof ForeignStreamError ? 'error' : 'warn';
        log[level]({ err: error, service }, 'The relay begins again at the end of the stream');
        if (this.#relayed) await this.#measureLag(hold.client, this.#relayed, 0).catch(() => undefined);
        await pause(backoffMs(this.#failures, longestBackoffMs), signal);
        this.#failures += 1;
      }
    }
  }

  /** Publishes on from the end of the stream until something is not as expected. */
  async #publishFrom(manager: JetStreamManager, end: StreamEnd, client: Transaction, signal: AbortSignal): Promise<void> {
    if (end.place.epoch > 0 && !(await isPlaceOfLog(client, end.place))) {
      throw new ForeignStreamError(`The stream ${this.#stream.name} ends with an event that this database does not have`);
    }
    this.#relayed = end.place;
    let acknowledged = 0;
    let inFlight: Pick<EventMessage, 'count' | 'place'> | undefined;
    const publisher = new OrderedPublisher({
      connection: this.#options.connection,
      stream: this.#stream,
      lastSequence: end.lastSequence,
      acknowledgeWithinMs: this.#options.acknowledgeWithinMs ?? 5000,
      onAcknowledged: () => {
        acknowledged += 1;
        const events = inFlight?.count ?? 0;
        this.#relayed = inFlight?.place;
        this.#published += events;
        this.#options.metrics?.relayed.inc(events);
        this.#recovered();
      },
    });
    try {
      let place = end.place;
      let checkedAt = performance.now();
      while (!signal.aborted) {
        const page = await readLog(client, place, pageSize);
        const isFull = page.events.length === pageSize;
        place = page.events.at(-1)?.place ?? place;
        if (isFull) await this.#measureLag(client, place, pageSize);
        else this.#setLag(page.events.length);
        for (const message of packEvents(page.events, this.#options.eventsInMessage ?? eventsInMessage)) {
          inFlight = message;
          publisher.publish(message);
          await publisher.answered();
          if (publisher.failure) throw publisher.failure;
          if (signal.aborted) return;
        }
        if (!isFull) {
          this.#setLag(0);
          if (performance.now() - checkedAt >= slowPollMs) {
            checkedAt = performance.now();
            await this.#checkEnd(manager, { ...end, lastSequence: publisher.lastAcknowledged, messages: end.messages + acknowledged });
          }
          await this.#alarm.wait(page.isHeldBack ? heldBackPollMs : slowPollMs);
        }
        if (publisher.failure) throw publisher.failure;
      }
    } finally {
      await publisher.close();
    }
  }

  /** Whoever cut the stream did not tell us: without this, a silent service would leave the hole open. */
  async #checkEnd(manager: JetStreamManager, expected: Omit<StreamEnd, 'place'>): Promise<void> {
    const info = await streamInfo(manager, this.#stream);
    const isAsExpected =
      info !== undefined &&
      info.state.last_seq === expected.lastSequence &&
      info.state.messages === expected.messages &&
      String(info.created) === expected.created;
    if (!isAsExpected) throw new Error(`The stream ${this.#stream.name} is not as this relay has left it`);
    this.#recovered();
  }

  #recovered(): void {
    this.#failures = 0;
    this.#error = null;
  }

  async #measureLag(client: Transaction, place: Place, before: number): Promise<void> {
    if (performance.now() - this.#lagMeasuredAt < slowPollMs) return;
    this.#lagMeasuredAt = performance.now();
    this.#setLag((await countAfter(client, place, lagCountedTo)) + before);
  }

  #setLag(events: number): void {
    this.#lag = events;
    this.#options.metrics?.relayLag.set(events);
  }
}
