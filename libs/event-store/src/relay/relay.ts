import { nudgeSubject, relayedTypesOf } from '@hearsay/contracts';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { compareLogPositions, type LogPosition, type Transaction } from '../log/events.js';
import { countAfter, readRelayedPage } from '../log/log-reader.js';
import type { AppendGuard } from '../recovery/append-guard.js';
import { findLogLoss, LogLossError } from '../recovery/log-loss.js';
import { type Hold, Locks } from '../runtime/locks.js';
import { Alarm, backoffMs, pause } from '../runtime/pause.js';
import type { ProcessDependencies } from '../runtime/process-dependencies.js';
import { type ChainLink, type EventMessage, logPositionOf, packEvents } from '../stream/event-message.js';
import {
  type EventStream,
  eventStreamOf,
  lastOf,
  readEnd,
  type StreamEnd,
  type StreamShape,
  shapeOf,
  streamInfo,
} from '../stream/event-stream.js';
import { findLoss } from '../stream/stream-check.js';
import { Gathering } from './gathering.js';
import { OrderedPublisher } from './ordered-publisher.js';

/** The most events that are read from the log at once. */
const pageSize = 512;
/** The most events in one message. */
const eventsInMessage = 256;
/** How often the relay looks while committed events lie above the horizon of running transactions. */
const heldBackPollMs = 10;
/** How often the relay looks when nothing wakes it: whoever commits nudges. */
const slowPollMs = 1000;
/** The longest pause between two attempts. */
const longestBackoffMs = 1000;
/** Counting the lag takes at most one part in so many of the relay's time. */
const lagTimeShare = 20;

export interface RelayMetrics {
  readonly relayLag: { set(events: number): void };
  readonly relayed: { inc(events: number): void };
}

export interface RelayOptions extends ProcessDependencies {
  readonly metrics?: RelayMetrics;
  /** How long an acknowledgement may take before the end of the stream is read again. */
  readonly acknowledgeWithinMs?: number;
  /** How many events a message may hold. */
  readonly eventsInMessage?: number;
  /** What other services read of this log, in alphabetical order; what the contracts say unless given. */
  readonly relayedTypes?: readonly string[];
  /** Told whether the log lacks what its stream has. */
  readonly guard?: Pick<AppendGuard, 'report'>;
}

export interface RelayStatus {
  /** False: another process relays this log. */
  readonly isLeader: boolean;
  /** Events acknowledged by JetStream since the start of this process. */
  readonly published: number;
  /** Committed events not yet published. */
  readonly lag: number;
  /** What went wrong last, null while all is well. */
  readonly error: string | null;
}

export interface Relay {
  status(): RelayStatus;
  /** Waits for what is in flight and gives the leadership away. */
  stop(): Promise<void>;
}

/**
 * Publishes what other services read of a service's log to its JetStream stream, in order and unread, for as long as the process
 * lives. Its cursor is the stream itself, so a stream that lost its tail, or all of it, is filled again. One that lacks anything else
 * is cleared and filled from the start of the log. Outages of PostgreSQL and NATS are waited out.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const relay = new RunningRelay(options);
  return { status: () => relay.status, stop: () => relay.stop() };
};

class RunningRelay {
  readonly #options: RelayOptions;
  readonly #stream: EventStream;
  readonly #relayedTypes: readonly string[];
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
  #relayed: LogPosition | undefined;
  #nextLagAt = 0;
  /** A reader has missed something since the stream was last looked through. */
  #isDoubted = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#stream = eventStreamOf(options.service, options.subjectPrefix);
    this.#relayedTypes = options.relayedTypes ?? relayedTypesOf(options.service);
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
    const nudges = connection.subscribe(`${subjectPrefix}${nudgeSubject(service)}`, {
      callback: () => this.#alarm.ring(),
    });
    const doubts = connection.subscribe(this.#stream.checkSubject, {
      callback: () => {
        this.#isDoubted = true;
        this.#alarm.ring();
      },
    });
    while (!this.#stopping.signal.aborted) {
      const hold = await this.#locks.hold(`relay:${service}`, this.#stopping.signal);
      if (!hold) break;
      hold.lost.addEventListener('abort', () => this.#alarm.ring());
      this.#isLeader = true;
      await this.#lead(hold);
      this.#isLeader = false;
      await hold.release();
    }
    if (connection.isClosed()) return;
    nudges.unsubscribe();
    doubts.unsubscribe();
  }

  async #lead(hold: Hold): Promise<void> {
    const { connection } = this.#options;
    const signal = AbortSignal.any([hold.lost, this.#stopping.signal]);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    while (!signal.aborted) {
      try {
        if (this.#relayedTypes.length === 0) {
          await this.#relayNothing(manager, signal);
          return;
        }
        await this.#publishFrom(manager, await this.#wholeEnd(manager, hold.client), hold.client, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#logFailure(error as Error);
        if (this.#relayed) await this.#measureLag(hold.client, this.#relayed, 0).catch(() => undefined);
        await pause(backoffMs(this.#failures, longestBackoffMs), signal);
        this.#failures += 1;
      }
    }
  }

  /** A failure is met again each second while it lasts, and is told once. */
  #logFailure(error: Error): void {
    const { log, service } = this.#options;
    const isKnown = error.message === this.#error;
    this.#error = error.message;
    if (isKnown) return;
    if (error instanceof LogLossError) log.error({ service }, error.message);
    else log.warn({ err: error, service }, 'The relay begins again at the end of the stream');
  }

  /** Nobody reads this log: what an earlier release has left of it in JetStream goes. */
  async #relayNothing(manager: JetStreamManager, signal: AbortSignal): Promise<void> {
    if (await streamInfo(manager, this.#stream)) await manager.streams.delete(this.#stream.name);
    while (!signal.aborted) await this.#alarm.wait(slowPollMs);
  }

  /** The end of a stream that lacks nothing before it: one that does is cleared first. */
  async #wholeEnd(manager: JetStreamManager, client: Transaction): Promise<StreamEnd> {
    const { connection, log, service } = this.#options;
    const stream = this.#stream;
    const isDoubted = this.#isDoubted;
    this.#isDoubted = false;
    const end = await readEnd(manager, stream);
    const missing = await findLogLoss({ client, service, stream, isRelayed: true, end });
    this.#options.guard?.report(missing);
    if (missing !== undefined) throw new LogLossError(missing);
    const loss = await findLoss({ connection, manager, stream, end, relayedTypes: this.#relayedTypes, isDoubted });
    if (loss === undefined) return end;
    log.warn({ service, stream: stream.name }, `The stream is cleared and filled again: ${loss}`);
    await manager.streams.purge(stream.name);
    return readEnd(manager, stream);
  }

  /** Publishes on from the end of the stream until something is not as expected or in doubt. */
  async #publishFrom(
    manager: JetStreamManager,
    end: StreamEnd,
    client: Transaction,
    signal: AbortSignal,
  ): Promise<void> {
    this.#relayed = end.logPosition;
    const shape = { ...end };
    let inFlight: EventMessage | undefined;
    const publisher = new OrderedPublisher({
      connection: this.#options.connection,
      stream: this.#stream,
      relayedTypes: this.#relayedTypes,
      lastSequence: end.lastSequence,
      acknowledgeWithinMs: this.#options.acknowledgeWithinMs ?? 5000,
      onAcknowledged: () => {
        // Of an empty stream the first message is yet to come.
        if (shape.messages === 0) shape.firstSequence = publisher.lastAcknowledged;
        shape.messages += 1;
        shape.lastSequence = publisher.lastAcknowledged;
        const events = inFlight?.count ?? 0;
        this.#relayed = inFlight?.logPosition;
        this.#published += events;
        this.#options.metrics?.relayed.inc(events);
        this.#recovered();
      },
    });
    try {
      let logPosition = end.logPosition;
      let link: ChainLink = end;
      const gathering = new Gathering();
      let checkedAt = performance.now();
      while (!signal.aborted && !this.#isDoubted) {
        const lookedAt = performance.now();
        const page = await readRelayedPage(client, logPosition, pageSize, this.#relayedTypes);
        logPosition = page.end;
        if (page.isFull) await this.#measureLag(client, logPosition, page.events.length);
        else this.#setLag(page.events.length);
        for (const message of packEvents(page.events, this.#options.eventsInMessage ?? eventsInMessage, link)) {
          inFlight = message;
          link = message;
          publisher.publish(message);
          await publisher.answered();
          if (publisher.failure) throw publisher.failure;
          if (signal.aborted) return;
        }
        if (!page.isFull) {
          this.#setLag(0);
          if (performance.now() - checkedAt >= slowPollMs) {
            checkedAt = performance.now();
            await this.#checkShape(manager, shape);
          }
          const waitsFrom = performance.now();
          await this.#alarm.wait(page.isHeldBack ? heldBackPollMs : slowPollMs);
          const now = performance.now();
          if (page.events.length > 0) await pause(gathering.next(now - waitsFrom, now - lookedAt), signal);
        }
        if (publisher.failure) throw publisher.failure;
      }
    } finally {
      await publisher.close();
    }
  }

  /** Whoever took messages out of the stream did not tell us: without this, a silent service would leave the hole open. */
  async #checkShape(manager: JetStreamManager, expected: StreamShape): Promise<void> {
    const info = await streamInfo(manager, this.#stream);
    const shape = info && shapeOf(info);
    const isAsExpected =
      shape?.firstSequence === expected.firstSequence &&
      shape.lastSequence === expected.lastSequence &&
      shape.messages === expected.messages &&
      shape.created === expected.created;
    if (!isAsExpected) throw new Error(`The stream ${this.#stream.name} is not as this relay has left it`);
    // A damaged file is not seen in the shape, which the server keeps elsewhere.
    const last = logPositionOf((await lastOf(manager, this.#stream))?.header);
    if (shape.messages > 0 && !(last && this.#relayed && compareLogPositions(last, this.#relayed) === 0)) {
      throw new Error(`The last message of the stream ${this.#stream.name} cannot be read`);
    }
    this.#recovered();
  }

  #recovered(): void {
    this.#failures = 0;
    this.#error = null;
  }

  async #measureLag(client: Transaction, logPosition: LogPosition, before: number): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < this.#nextLagAt) return;
    this.#setLag((await countAfter(client, logPosition, this.#relayedTypes)) + before);
    const now = performance.now();
    this.#nextLagAt = now + Math.max(slowPollMs, (now - startedAt) * lagTimeShare);
  }

  #setLag(events: number): void {
    this.#lag = events;
    this.#options.metrics?.relayLag.set(events);
  }
}
