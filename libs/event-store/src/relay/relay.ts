import { nudgeSubject, relayedTypesOf } from '@hearsay/contracts';
import type { JetStreamManager } from '@nats-io/jetstream';
import type pg from 'pg';
import { compareLogPositions, type LogPosition, startOfLog } from '../log/events.js';
import { countEventsAfter, readLog } from '../log/log-reader.js';
import { awaitStandby } from '../runtime/commits.js';
import type { ProcessDependencies, Transaction } from '../runtime/connections.js';
import { type HeldLock, Locks } from '../runtime/locks.js';
import { Alarm, backoffMs, pause } from '../runtime/pause.js';
import { type ChainLink, type EventMessage, messageHeaders, packEvents } from '../stream/event-message.js';
import {
  createJetStreamManager,
  type EventStream,
  eventStreamOf,
  findStreamEnd,
  readStreamEnd,
  type StreamEnd,
  type StreamSettings,
  streamInfo,
} from '../stream/event-stream.js';
import { findStreamLoss } from '../stream/stream-check.js';
import { type AppendGuard, createStreamEvidence, findLogLoss, LogLossError, readLogLocation } from './log-loss.js';

const pageSize = 512;
const maxEventsInMessage = 256;
/** How often the log is read while running transactions hold back committed events. */
const heldBackPollMs = 10;
/** How often the log is read if nothing wakes the relay, and how often the stream is checked. */
const slowPollMs = 1000;
/** Minimum time between two reads that find events. Under load it makes messages and consumers' groups larger. */
const gatherMs = 100;
const maxCounted = 100_000;
/**
 * JetStream's description of a full stream. The error code does not show it, because every failed write has the same
 * code.
 */
const streamIsFull = 'maximum bytes exceeded';

export interface RelayMetrics {
  readonly relayed: { inc(events: number): void };
}

export interface RelayOptions extends ProcessDependencies {
  readonly metrics?: RelayMetrics;
  readonly acknowledgeWithinMs?: number;
  readonly eventsInMessage?: number;
  readonly relayedTypes?: readonly string[];
  readonly guard?: Pick<AppendGuard, 'examine'>;
  /** Settings of this service's stream. They are also applied to an existing stream. */
  readonly stream?: StreamSettings;
  /** If true, the relay publishes an event only when the synchronous standby has it. */
  readonly awaitsStandby?: boolean;
}

/**
 * Publishes the events that other services read to the service's JetStream stream, unparsed and in order. It continues
 * after the stream's last event, so it refills a stream that is empty or lost its tail. A stream with another gap is
 * cleared and filled from the start of the log. Outages of PostgreSQL and NATS only delay the relay.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #stream: EventStream;
  readonly #ownTypes: readonly string[];
  /** Includes types that only another release knows, because during an upgrade processes of both releases may relay. */
  #relayedTypes: readonly string[];
  readonly #locks: Locks;
  readonly #alarm = new Alarm();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #isLeader = false;
  #published = 0;
  #failures = 0;
  #error: string | null = null;
  #relayed: ChainLink | undefined;
  /** The relay has read the log up to here. No other service reads the events between `#relayed` and this position. */
  #readUpTo: LogPosition = startOfLog;
  #isDoubted = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#stream = eventStreamOf(options.service, options.subjectPrefix);
    this.#ownTypes = options.relayedTypes ?? relayedTypesOf(options.service);
    this.#relayedTypes = this.#ownTypes;
    this.#locks = new Locks(options.pool, options.log);
    this.#running = this.#run();
  }

  status() {
    return { isLeader: this.#isLeader, published: this.#published, error: this.#error };
  }

  /** Number of committed events that the relay still has to publish, at most 100,000. 0 unless this relay leads. */
  async lag(): Promise<number> {
    if (!this.#isLeader || !this.#relayed) return 0;
    return countEventsAfter(this.#options.pool, this.#relayed.logPosition, this.#relayedTypes, maxCounted);
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

  async #lead({ client, lost }: HeldLock): Promise<void> {
    const signal = AbortSignal.any([lost, this.#stopping.signal]);
    const manager = await createJetStreamManager(this.#options.connection);
    this.#relayed = undefined;
    while (!signal.aborted) {
      try {
        if (this.#ownTypes.length === 0) await this.#deleteUnreadStream(manager, signal);
        else await this.#publishFrom(await this.#readCheckedEnd(manager, client), client, signal);
        this.#failures = 0;
        this.#error = null;
      } catch (error) {
        if (signal.aborted) return;
        this.#logFailure(error as Error);
        await pause(backoffMs(this.#failures), signal);
        this.#failures += 1;
      }
    }
  }

  /** Logs a failure once, although a permanent failure repeats each second. */
  #logFailure(error: Error): void {
    const { log, service } = this.#options;
    const isKnown = error.message === this.#error;
    this.#error = error.message;
    if (isKnown) return;
    if (error instanceof LogLossError) log.error({ service }, error.message);
    else log.warn({ err: error, service }, 'The relay begins again at the end of the stream');
  }

  /** Runs if no service reads this log. Deletes the stream that an earlier release has made. */
  async #deleteUnreadStream(manager: JetStreamManager, signal: AbortSignal): Promise<void> {
    if (await streamInfo(manager, this.#stream)) await manager.streams.delete(this.#stream.name);
    while (!signal.aborted) await this.#alarm.wait(slowPollMs);
  }

  /** Throws if the log lacks events. Empties the stream if the stream lacks events. */
  async #readCheckedEnd(manager: JetStreamManager, client: Transaction): Promise<StreamEnd> {
    const { connection, log, service } = this.#options;
    const stream = this.#stream;
    const isDoubted = this.#isDoubted;
    this.#isDoubted = false;
    const end = await readStreamEnd(manager, stream, this.#options.stream);
    const evidence = createStreamEvidence(manager, stream, end);
    if (this.#options.guard) await this.#options.guard.examine(client, evidence);
    else {
      const missing = await findLogLoss(client, service, { evidence, home: await readLogLocation(client) });
      if (missing !== undefined) throw new LogLossError(missing);
    }
    const loss = await findStreamLoss({
      client,
      connection,
      manager,
      stream,
      end,
      // Needed only for the first check of a leading relay, which then publishes the events of these types itself.
      added: this.#relayed ? [] : this.#ownTypes.filter((type) => !end.relayedTypes.includes(type)),
      isDoubted,
    });
    this.#relayedTypes = [...new Set([...end.relayedTypes, ...this.#ownTypes])].sort();
    if (loss === undefined) return end;
    log.warn({ service, stream: stream.name }, `The stream is cleared and filled again: ${loss}`);
    await manager.streams.purge(stream.name);
    return readStreamEnd(manager, stream);
  }

  /**
   * Publishes events for a second. Then the caller reads the end of the stream again, because messages may be deleted.
   */
  async #publishFrom(end: StreamEnd, client: pg.ClientBase, signal: AbortSignal): Promise<void> {
    const { eventsInMessage = maxEventsInMessage } = this.#options;
    let { lastSequence } = end;
    const isKnown = this.#relayed && compareLogPositions(this.#relayed.logPosition, end.logPosition) === 0;
    this.#relayed = end;
    if (!isKnown) this.#readUpTo = end.logPosition;
    const lookAgainAt = performance.now() + slowPollMs;
    for (let isFull = true; !signal.aborted && !this.#isDoubted && (isFull || performance.now() < lookAgainAt); ) {
      const lookedAt = performance.now();
      const page = await readLog(client, this.#readUpTo, { limit: pageSize, types: this.#relayedTypes });
      // After a cancelled wait or a restart of the server, commits can be read before the standby has them.
      if (this.#options.awaitsStandby && page.events.length > 0) await awaitStandby(client);
      for (const message of packEvents(page.events, eventsInMessage, this.#relayed, this.#relayedTypes)) {
        await this.#publish(message, lastSequence);
        lastSequence += 1;
        if (signal.aborted) return;
      }
      this.#readUpTo = page.end;
      isFull = page.isFull;
      if (isFull) continue;
      await this.#alarm.wait(page.isHeldBack ? heldBackPollMs : slowPollMs);
      if (page.events.length > 0) await pause(gatherMs - (performance.now() - lookedAt), signal);
    }
  }

  /**
   * Each message names the expected last sequence, so the server refuses every message of a second leader. Only one
   * message is in flight. With two, the server could refuse the first and accept the second after another leader's
   * message. Then events would be missing.
   */
  async #publish(message: EventMessage, lastSequence: number): Promise<void> {
    const { connection, metrics, acknowledgeWithinMs = 5000 } = this.#options;
    const answer = await connection.request(this.#stream.subject, message.body, {
      headers: messageHeaders(message, lastSequence),
      timeout: acknowledgeWithinMs,
    });
    const { seq, error } = answer.json<{ seq?: number; error?: { description: string } }>();
    if (error?.description === streamIsFull)
      throw new Error(`The stream ${this.#stream.name} is full: raise EVENT_STREAM_MAX_MB`);
    if (seq !== lastSequence + 1)
      throw new Error(error?.description ?? `stored as ${seq} instead of ${lastSequence + 1}`);
    this.#relayed = message;
    this.#readUpTo = message.logPosition;
    this.#published += message.count;
    metrics?.relayed.inc(message.count);
    this.#failures = 0;
    this.#error = null;
  }
}

type RelayedLog = Pick<RelayOptions, 'pool' | 'connection' | 'service' | 'subjectPrefix'>;

/** True if the stream has all committed events that other services read. */
export const isRelayed = async ({ pool, connection, service, subjectPrefix }: RelayedLog): Promise<boolean> => {
  const types = relayedTypesOf(service);
  if (types.length === 0) return true;
  const end = await findStreamEnd(await createJetStreamManager(connection), eventStreamOf(service, subjectPrefix));
  return (await countEventsAfter(pool, end?.logPosition ?? startOfLog, types, 1)) === 0;
};
