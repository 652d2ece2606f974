import type { LogPosition, StoredEvent, Transaction } from '../log/events.js';
import { tookTooLong } from '../pipeline/transaction-fate.js';
import { failureKind } from '../runtime/failures.js';
import type { Locks } from '../runtime/locks.js';
import { isOutage } from '../runtime/outages.js';
import { backoffMs, pause } from '../runtime/pause.js';
import type { ProcessDependencies } from '../runtime/process-dependencies.js';
import { inTransaction } from '../runtime/transactions.js';
import { metIn } from '../stream/event-message.js';
import { streamInfo } from '../stream/event-stream.js';
import { type Delivery, DeliveryGap } from '../stream/ordered-subscription.js';
import { type Checkpoint, CheckpointMovedError, moveCheckpoint, readCheckpoint } from './checkpoints.js';
import type { Consumer } from './consumer-definitions.js';
import { keepDeadLetter } from './dead-letters.js';
import { applyIfAny, type GroupPipeline, textOf } from './effects.js';
import { gatherAfter } from './gathering-group.js';
import type { FeedReader, SourceFeed } from './source-feed.js';

/** The most facts that a reactor hands to the pipeline as one group. */
const reactorBatch = 1000;
/** The most events that a projector applies in one transaction. */
const projectorBatch = 2000;
/** How often a group is tried as a whole before its events are tried one by one. */
const groupAttempts = 2;
/** How often a single event is tried before it becomes a dead letter. */
const eventAttempts = 5;
/** The longest pause between two attempts. */
const longestBackoffMs = 1000;
/** After how many events that do not matter here the checkpoint is written all the same. A message of none that do counts as one. */
const ignoredUntilPersisted = 1000;
/** How long a halted consumer leaves its lock to other processes, which may have the key or the release that this one lacks. */
const haltedMs = 5000;
/** How often it looks whether its source has a stream by now. */
const streamPollMs = 500;

/** An event that matters here, and the checkpoint behind it. */
interface FreshEvent {
  readonly event: StoredEvent;
  readonly at: Checkpoint;
}

export interface ConsumerMetrics {
  readonly consumerLag: { set(labels: { consumer: string }, events: number): void };
  readonly deadLetters: { set(labels: { consumer: string }, events: number): void };
  readonly consumerHalted: { set(labels: { consumer: string }, isHalted: number): void };
}

export interface ConsumerDependencies extends ProcessDependencies {
  readonly pipeline: GroupPipeline;
  readonly metrics?: ConsumerMetrics;
}

export interface ConsumerStatus {
  readonly consumer: string;
  /** False: another process runs it, or its source is out of reach. */
  readonly isRunning: boolean;
  /** Events of the source's stream behind the last one that was looked at, as far as is known here. */
  readonly lag: number;
  /** What went wrong last, null while all is well. */
  readonly error: string | null;
}

/** Runs one consumer for as long as the process lives, whenever no other process does. */
export class ConsumerRunner {
  readonly #dependencies: ConsumerDependencies;
  readonly #consumer: Consumer;
  readonly #feed: SourceFeed;
  readonly #types: ReadonlySet<string>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #reader: FeedReader | undefined;
  /** Number in the stream of the last event that was applied or passed over; undefined where another process knows it. */
  #applied: number | undefined;
  /** Of the last event looked at, applied or not. */
  #seen: Checkpoint = { logPosition: { epoch: 0, txid: '0', position: '0' }, sequence: 0 };
  #committed: LogPosition = this.#seen.logPosition;
  #ignored = 0;
  #failures = 0;
  #error: string | null = null;
  /** Why it halted last, until it goes on or another process takes it over. */
  #haltedBy: string | undefined;

  constructor(dependencies: ConsumerDependencies, consumer: Consumer, feed: SourceFeed, locks: Locks) {
    this.#dependencies = dependencies;
    this.#consumer = consumer;
    this.#feed = feed;
    this.#types = new Set(consumer.events.map((event) => event.type));
    this.#running = this.#run(locks);
  }

  get status(): ConsumerStatus {
    return {
      consumer: this.#consumer.name,
      isRunning: this.#reader !== undefined,
      lag: this.#applied === undefined ? 0 : Math.max(0, this.#feed.newestNumber - this.#applied),
      error: this.#error,
    };
  }

  /** Everything that the source's stream holds is applied by this process. A source without a stream has nothing to apply. */
  async isCaughtUp(): Promise<boolean> {
    try {
      const reader = this.#reader;
      if (reader) return (await reader.isDrained()) && reader === this.#reader;
      return (await streamInfo(await this.#feed.manager(), this.#feed.stream)) === undefined;
    } catch (error) {
      if (isOutage(error)) return false;
      throw error;
    }
  }

  showLag(): void {
    this.#dependencies.metrics?.consumerLag.set({ consumer: this.#consumer.name }, this.status.lag);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(locks: Locks): Promise<void> {
    const { name } = this.#consumer;
    while (!this.#stopping.signal.aborted) {
      const runsElsewhere = setTimeout(() => this.#runsElsewhere(), haltedMs);
      const hold = await locks.hold(`consumer:${this.#dependencies.service}.${name}`, this.#stopping.signal);
      clearTimeout(runsElsewhere);
      if (!hold) return;
      const signal = AbortSignal.any([hold.lost, this.#stopping.signal]);
      let isHalted = false;
      while (!signal.aborted && !isHalted) {
        try {
          await this.#follow(signal);
        } catch (error) {
          if (signal.aborted) break;
          this.#error = textOf(error);
          isHalted = failureKind(error) === 'halt';
          if (isHalted) {
            this.#showHalt(error as Error);
            continue;
          }
          const level = error instanceof DeliveryGap || isOutage(error) ? 'warn' : 'error';
          this.#dependencies.log[level]({ err: error, consumer: name }, 'The consumer begins again at its checkpoint');
          await pause(backoffMs(this.#failures, longestBackoffMs), signal);
          this.#failures += 1;
        }
      }
      if (!isHalted) this.#applied = undefined;
      this.showLag();
      await hold.release();
      if (isHalted) await pause(haltedMs, this.#stopping.signal);
    }
  }

  #runsElsewhere(): void {
    this.#applied = undefined;
    this.#showHalt(undefined);
  }

  /** Told once for each reason, not each time that it is met again. */
  #showHalt(error: Error | undefined): void {
    const { log, metrics } = this.#dependencies;
    const consumer = this.#consumer.name;
    const reason = error && textOf(error);
    if (error && reason !== this.#haltedBy)
      log.error({ err: error, consumer }, 'The consumer has halted: this process cannot read an event');
    this.#haltedBy = reason;
    metrics?.consumerHalted.set({ consumer }, reason === undefined ? 0 : 1);
  }

  /** Reads on from the committed checkpoint until something is not as expected. */
  async #follow(signal: AbortSignal): Promise<void> {
    const start = await readCheckpoint(this.#dependencies.pool, this.#consumer.name);
    if ((await streamInfo(await this.#feed.manager(), this.#feed.stream)) === undefined) {
      await pause(streamPollMs, signal);
      return;
    }
    this.#seen = start;
    this.#committed = start.logPosition;
    this.#ignored = 0;
    const reader = await this.#feed.open(start);
    this.#reader = reader;
    this.#applied = reader.settledNumber;
    try {
      const most = this.#consumer.kind === 'projector' ? projectorBatch : reactorBatch;
      while (!signal.aborted) {
        const deliveries = await reader.take(most, signal);
        const takenAt = performance.now();
        const taken = { events: deliveries.reduce((sum, { count }) => sum + count, 0), leftMore: reader.leftMore };
        await this.#process(deliveries, signal);
        reader.settle();
        this.#applied = reader.settledNumber;
        this.showLag();
        if (deliveries.length > 0) {
          this.#failures = 0;
          this.#error = null;
          if (this.#haltedBy !== undefined) this.#showHalt(undefined);
        }
        await pause(gatherAfter(taken, performance.now() - takenAt), signal);
      }
    } finally {
      this.#reader = undefined;
      await reader.close();
    }
  }

  async #process(deliveries: readonly Delivery[], signal: AbortSignal): Promise<void> {
    const fresh: FreshEvent[] = [];
    for (const delivery of deliveries) {
      for (const { at, event } of metIn(delivery, this.#seen.logPosition, this.#types)) {
        this.#seen = at;
        if (event) fresh.push({ event, at });
        else this.#ignored += 1;
      }
    }
    if (fresh.length > 0) await this.#applyGroup(fresh, signal);
    if (this.#ignored >= ignoredUntilPersisted && !signal.aborted) await this.#apply([], this.#seen);
  }

  /** In one transaction, unless that takes too long: then in ones half as large, down to single events. What fails is tried event by event. */
  async #applyGroup(fresh: readonly FreshEvent[], signal: AbortSignal): Promise<void> {
    const end = this.#seen;
    let most = fresh.length;
    for (let from = 0; from < fresh.length && !signal.aborted; ) {
      const part = fresh.slice(from, from + most);
      const to = from + part.length < fresh.length ? part.at(-1)!.at : end;
      const apply = () =>
        this.#apply(
          part.map(({ event }) => event),
          to,
        );
      const failure = await this.#attempt(groupAttempts, apply, signal, { canBeHalved: part.length > 1 });
      if (failure && part.length > 1 && tookTooLong(failure)) {
        most = Math.ceil(part.length / 2);
        continue;
      }
      if (failure && part.length === 1 && failureKind(failure) === 'halt') throw failure;
      if (failure) await this.#applyEach(part, signal);
      from += part.length;
    }
  }

  async #applyEach(fresh: readonly FreshEvent[], signal: AbortSignal): Promise<void> {
    for (const { event, at } of fresh) {
      const poison = await this.#attempt(eventAttempts, () => this.#apply([event], at), signal);
      if (signal.aborted) return;
      if (poison && failureKind(poison) === 'halt') throw poison;
      if (poison) await this.#giveUp(event, at, poison, signal);
    }
  }

  /**
   * Tries until it succeeds, or has failed `most` times for a reason of its own. Answers the last failure, at once what halts and, where it can be
   * halved, what took too long.
   */
  async #attempt(
    most: number,
    work: () => Promise<void>,
    signal: AbortSignal,
    { canBeHalved } = { canBeHalved: false },
  ): Promise<Error | undefined> {
    let outages = 0;
    for (let failed = 0; !signal.aborted; ) {
      try {
        await work();
        return undefined;
      } catch (error) {
        // The commit may have happened although its answer was lost: only the checkpoint in the database knows.
        if (error instanceof CheckpointMovedError) throw error;
        const kind = failureKind(error);
        if (kind === 'halt') return error as Error;
        this.#error = textOf(error);
        if (kind === 'wait') outages += 1;
        else failed += 1;
        this.#dependencies.log.warn({ err: error, consumer: this.#consumer.name }, 'Events could not be applied');
        if (failed >= most || (canBeHalved && tookTooLong(error))) return error as Error;
        await pause(backoffMs(failed + outages, longestBackoffMs), signal);
      }
    }
    return undefined;
  }

  async #apply(events: readonly StoredEvent[], to: Checkpoint): Promise<void> {
    const move = (tx: Transaction) => moveCheckpoint(tx, this.#consumer.name, this.#committed, to);
    if (events.length === 0) await inTransaction(this.#dependencies.pool, move);
    else if (!(await applyIfAny(this.#dependencies, this.#consumer, events, move))) {
      this.#ignored += events.length;
      return;
    }
    this.#committed = to.logPosition;
    this.#ignored = 0;
  }

  async #giveUp(event: StoredEvent, at: Checkpoint, error: Error, signal: AbortSignal): Promise<void> {
    const consumer = this.#consumer.name;
    const keep = async () => {
      const waiting = await keepDeadLetter(this.#dependencies.pool, { consumer, event, error, attempts: eventAttempts }, (tx) =>
        moveCheckpoint(tx, consumer, this.#committed, at),
      );
      this.#committed = at.logPosition;
      this.#dependencies.metrics?.deadLetters.set({ consumer }, waiting);
    };
    const failure = await this.#attempt(1, keep, signal);
    if (failure) throw failure;
    this.#dependencies.log.error({ err: error, consumer, eventId: event.eventId, type: event.type }, 'An event became a dead letter');
  }
}
