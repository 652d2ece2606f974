import { frequentEventTypes } from '@hearsay/contracts';
import { failureKind, isOutage } from '../runtime/failures.js';
import type { Locks } from '../runtime/locks.js';
import { backoffMs, pause } from '../runtime/pause.js';
import {
  createJetStreamManager,
  type EventStream,
  eventStreamOf,
  type StreamEnd,
  startSequence,
  streamInfo,
} from '../stream/event-stream.js';
import { DeliveryGap, OrderedSubscription } from '../stream/ordered-subscription.js';
import { readCheckpoint } from './checkpoints.js';
import type { Consumer } from './consumer-definitions.js';
import { errorText } from './effects.js';
import { type ConsumerDependencies, EventApplier } from './event-applier.js';
import { hasReadAll } from './has-read-all.js';

const maxEvents = { projector: 2000, reactor: 1000, 'group-reactor': 1000, 'slice-reactor': 1000 };
/**
 * After a group of this many events the consumer waits `gatherMs`. Then more events arrive, and a larger group writes
 * the same row less often.
 */
const manyEvents = 64;
const gatherMs = 500;
/**
 * For this time a halted consumer leaves its lock to other processes, which may have the missing key or a newer
 * release.
 */
const haltedMs = 5000;
/** A consumer has stalled if it has lacked a message of its stream for this time. Even busy servers deliver faster. */
const stalledAfterMs = 6000;
const streamPollMs = 500;

interface Reading {
  readonly subscription: OrderedSubscription;
  sequence: number;
  waitsSince: number | undefined;
  readonly stall: AbortController;
}

export class ConsumerRunner {
  readonly #dependencies: ConsumerDependencies;
  readonly #consumer: Consumer;
  readonly #stream: EventStream;
  readonly #stopping = new AbortController();
  readonly #locks: Locks;
  readonly #running: Promise<void>;
  #reading: Reading | undefined;
  /** The number of the last event that was handled or skipped. Undefined while another process runs the consumer. */
  #applied: number | undefined;
  #newest = 0;
  #isStalled = false;
  #failures = 0;
  #error: string | null = null;
  #haltedBy: string | undefined;

  constructor(dependencies: ConsumerDependencies, consumer: Consumer, locks: Locks) {
    this.#dependencies = dependencies;
    this.#consumer = consumer;
    this.#stream = eventStreamOf(consumer.source, dependencies.subjectPrefix);
    this.#locks = locks;
    this.#running = this.#run();
  }

  /** `lag` counts the source's published events that are not yet processed. */
  get status() {
    const lag = this.#applied === undefined ? 0 : Math.max(this.#isStalled ? 1 : 0, this.#newest - this.#applied);
    return { consumer: this.#consumer.name, isRunning: this.#reading !== undefined, lag, error: this.#error };
  }

  async isCaughtUp(): Promise<boolean> {
    const reading = this.#reading;
    if (this.#isStalled) return false;
    try {
      if (!reading) return await hasReadAll(this.#dependencies, this.#consumer);
      return (await reading.subscription.isDrained()) && reading === this.#reading;
    } catch (error) {
      if (error instanceof DeliveryGap || isOutage(error)) return false;
      throw error;
    }
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Receives the end of the source's stream. A stalled consumer restarts, and makes the relay check the stream. */
  setStreamEnd({ number, messages, lastSequence }: Pick<StreamEnd, 'number' | 'messages' | 'lastSequence'>): void {
    this.#newest = number;
    const { sequence, waitsSince, stall } = this.#reading ?? {};
    if (sequence !== undefined && waitsSince !== undefined) {
      // A recreated stream counts its sequences from 1 again, so `sequence` may be too high for it.
      // Then only the event number shows the loss.
      const lacksMessages = messages > 0 && (sequence < lastSequence || (this.#applied ?? 0) < number);
      if (!lacksMessages) this.#showStall(false);
      else if (performance.now() - waitsSince > stalledAfterMs) {
        this.#showStall(true);
        this.#dependencies.connection.publish(this.#stream.checkSubject);
        stall!.abort();
      }
    }
    this.#showLag();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name } = this.#consumer;
    while (!this.#stopping.signal.aborted) {
      const runsElsewhere = setTimeout(() => {
        this.#applied = undefined;
        this.#showHalt(undefined);
      }, haltedMs);
      const hold = await this.#locks.hold(`consumer:${this.#dependencies.service}.${name}`, this.#stopping.signal);
      clearTimeout(runsElsewhere);
      if (!hold) return;
      const signal = AbortSignal.any([hold.lost, hold.recalled, this.#stopping.signal]);
      let isHalted = false;
      while (!signal.aborted && !isHalted) {
        try {
          await this.#follow(signal);
        } catch (error) {
          if (signal.aborted) break;
          this.#error = errorText(error);
          isHalted = failureKind(error) === 'halt';
          if (isHalted) {
            this.#locks.setCanWork(name, false);
            this.#showHalt(error as Error);
            continue;
          }
          const level = error instanceof DeliveryGap || isOutage(error) ? 'warn' : 'error';
          this.#dependencies.log[level]({ err: error, consumer: name }, 'The consumer begins again at its checkpoint');
          await pause(backoffMs(this.#failures), signal);
          this.#failures += 1;
        }
      }
      if (!isHalted) this.#applied = undefined;
      this.#showStall(false);
      this.#showLag();
      await hold.release();
      if (isHalted) await pause(haltedMs, this.#stopping.signal);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { connection, pool } = this.#dependencies;
    const { name, kind, events } = this.#consumer;
    const start = await readCheckpoint(pool, name);
    const manager = await createJetStreamManager(connection);
    if ((await streamInfo(manager, this.#stream)) === undefined) return pause(streamPollMs, signal);
    const applier = new EventApplier(this.#dependencies, this.#consumer, start, (text) => {
      this.#error = text;
    });
    const { sequence, number } = await startSequence(manager, this.#stream, start);
    const types = new Set(events.map(({ type }) => type));
    const subscription = await OrderedSubscription.open({
      connection,
      manager,
      stream: this.#stream,
      startSequence: sequence,
      after: start.logPosition,
      // Consumers of frequent types receive whole messages, because they would have to fetch most bodies one by one.
      bodiesOf: [...types].some((type) => frequentEventTypes.has(type)) ? undefined : types,
    });
    const reading: Reading = {
      subscription,
      sequence: sequence - 1,
      waitsSince: undefined,
      stall: new AbortController(),
    };
    this.#reading = reading;
    this.#applied = number;
    try {
      while (!signal.aborted) {
        reading.waitsSince = performance.now();
        const deliveries = await subscription.take(maxEvents[kind], AbortSignal.any([signal, reading.stall.signal]));
        reading.waitsSince = undefined;
        if (reading.stall.signal.aborted)
          throw new DeliveryGap(`The stream ${this.#stream.name} holds messages that do not come`);
        const takenAt = performance.now();
        await applier.process(deliveries, signal);
        const last = deliveries.at(-1);
        if (!last) continue;
        this.#locks.setCanWork(this.#consumer.name, true);
        reading.sequence = last.sequence;
        this.#applied = last.number;
        this.#newest = Math.max(this.#newest, last.number);
        this.#failures = 0;
        this.#error = null;
        this.#showLag();
        if (this.#haltedBy !== undefined) this.#showHalt(undefined);
        const taken = deliveries.reduce((sum, { count }) => sum + count, 0);
        if (taken >= manyEvents && subscription.pending === 0)
          await pause(gatherMs - (performance.now() - takenAt), signal);
      }
    } finally {
      this.#reading = undefined;
      await subscription.close();
    }
  }

  #showLag(): void {
    this.#dependencies.metrics?.consumerLag.set({ consumer: this.#consumer.name }, this.status.lag);
  }

  #showStall(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#dependencies.metrics?.consumerStalled?.set({ consumer: this.#consumer.name }, isStalled ? 1 : 0);
  }

  #showHalt(error: Error | undefined): void {
    const { log, metrics } = this.#dependencies;
    const consumer = this.#consumer.name;
    const reason = error && errorText(error);
    if (error && reason !== this.#haltedBy)
      log.error({ err: error, consumer }, 'The consumer has halted: this process cannot read an event');
    this.#haltedBy = reason;
    metrics?.consumerHalted.set({ consumer }, reason === undefined ? 0 : 1);
  }
}
