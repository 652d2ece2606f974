import { failureKind } from '../runtime/failures.js';
import type { Locks } from '../runtime/locks.js';
import { isOutage } from '../runtime/outages.js';
import { backoffMs, pause } from '../runtime/pause.js';
import { streamInfo } from '../stream/event-stream.js';
import { DeliveryGap } from '../stream/ordered-subscription.js';
import { readCheckpoint } from './checkpoints.js';
import type { Consumer } from './consumer-definitions.js';
import { textOf } from './effects.js';
import { type ConsumerDependencies, EventApplier } from './event-applier.js';
import { gatherAfter } from './gathering-group.js';
import type { FeedReader, SourceFeed } from './source-feed.js';

/** The most facts that a reactor hands to the pipeline as one group. */
const reactorBatch = 1000;
/** The most events that a projector applies in one transaction. */
const projectorBatch = 2000;
/** The longest pause between two attempts. */
const longestBackoffMs = 1000;
/** How long a halted consumer leaves its lock to other processes, which may have the key or the release that this one lacks. */
const haltedMs = 5000;
/** After how long without a message that its stream holds a consumer stands still. Longer than a message takes on a busy server. */
const stalledAfterMs = 6000;
/** How often it looks whether its source has a stream by now. */
const streamPollMs = 500;

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
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #reader: FeedReader | undefined;
  /** Number in the stream of the last event that was applied or passed over; undefined where another process knows it. */
  #applied: number | undefined;
  /** Behind which sequence it waits, and since when, while the stream holds more. */
  #waiting: { readonly sequence: number; readonly since: number } | undefined;
  #isStalled = false;
  #failures = 0;
  #error: string | null = null;
  /** Why it halted last, until it goes on or another process takes it over. */
  #haltedBy: string | undefined;

  constructor(dependencies: ConsumerDependencies, consumer: Consumer, feed: SourceFeed, locks: Locks) {
    this.#dependencies = dependencies;
    this.#consumer = consumer;
    this.#feed = feed;
    this.#running = this.#run(locks);
  }

  get status(): ConsumerStatus {
    return {
      consumer: this.#consumer.name,
      isRunning: this.#reader !== undefined,
      lag: this.#applied === undefined ? 0 : Math.max(0, this.#feed.newestNumber - this.#applied, this.#missing),
      error: this.#error,
    };
  }

  /** Everything that the source's stream holds is applied by this process. A source without a stream has nothing to apply. */
  async isCaughtUp(): Promise<boolean> {
    try {
      const reader = this.#reader;
      if (this.#isStalled) return false;
      if (reader) return (await reader.isDrained()) && reader === this.#reader;
      return (await streamInfo(await this.#feed.manager(), this.#feed.stream)) === undefined;
    } catch (error) {
      if (isOutage(error)) return false;
      throw error;
    }
  }

  /** Its stream holds messages that it does not get. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  showLag(): void {
    this.#dependencies.metrics?.consumerLag.set({ consumer: this.#consumer.name }, this.status.lag);
  }

  /** To be called after each measure of the feed. A consumer that stands still begins again, and has the relay look at the stream. */
  checkProgress(): void {
    const reader = this.#reader;
    const sequence = reader?.waitsBehind;
    if (!reader || sequence === undefined || sequence >= this.#feed.lastSequence) {
      this.#waiting = undefined;
      // It has all that there is, wherever it has begun again.
      if (sequence !== undefined && this.#isStalled) this.#showStall(false);
      return;
    }
    if (this.#waiting?.sequence !== sequence) this.#waiting = { sequence, since: performance.now() };
    if (performance.now() - this.#waiting.since < stalledAfterMs) return;
    this.#showStall(true);
    this.#waiting = undefined;
    this.#feed.doubt();
    reader.giveUpWaiting();
  }

  /** At least so many events are in messages that do not come. */
  get #missing(): number {
    if (!this.#isStalled) return 0;
    return this.#waiting ? this.#feed.lastSequence - this.#waiting.sequence : 1;
  }

  #showStall(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#dependencies.metrics?.consumerStalled?.set({ consumer: this.#consumer.name }, isStalled ? 1 : 0);
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
      this.#showStall(false);
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
    const applier = new EventApplier(this.#dependencies, this.#consumer, start, (text) => {
      this.#error = text;
    });
    const reader = await this.#feed.open(start);
    this.#reader = reader;
    this.#applied = reader.settledNumber;
    try {
      const most = this.#consumer.kind === 'projector' ? projectorBatch : reactorBatch;
      while (!signal.aborted) {
        const deliveries = await reader.take(most, signal);
        const takenAt = performance.now();
        const taken = { events: deliveries.reduce((sum, { count }) => sum + count, 0), leftMore: reader.leftMore };
        await applier.process(deliveries, signal);
        reader.settle();
        this.#applied = reader.settledNumber;
        this.showLag();
        if (deliveries.length > 0) {
          this.#failures = 0;
          this.#error = null;
          if (this.#isStalled) this.#showStall(false);
          if (this.#haltedBy !== undefined) this.#showHalt(undefined);
        }
        await pause(gatherAfter(taken, performance.now() - takenAt), signal);
      }
    } finally {
      this.#reader = undefined;
      await reader.close();
    }
  }
}
