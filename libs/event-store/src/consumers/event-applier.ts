import { refuseUnknownVersions } from '../log/event-versions.js';
import type { LogPosition, StoredEvent, Transaction } from '../log/events.js';
import { tookTooLong } from '../pipeline/transaction-fate.js';
import { failureKind } from '../runtime/failures.js';
import { backoffMs, pause } from '../runtime/pause.js';
import type { ProcessDependencies } from '../runtime/process-dependencies.js';
import { inTransaction } from '../runtime/transactions.js';
import { metIn } from '../stream/event-message.js';
import type { Delivery } from '../stream/ordered-subscription.js';
import {
  type Checkpoint,
  CheckpointMovedError,
  keepSlicePlace,
  moveCheckpoint,
  type SlicePlace,
} from './checkpoints.js';
import type { Consumer, SliceReactor } from './consumer-definitions.js';
import { keepDeadLetter } from './dead-letters.js';
import { applyIfAny, type GroupPipeline, GroupTooLargeError, runCommands, sliceCommands, textOf } from './effects.js';

/** How often a group is tried as a whole before its events are tried one by one. */
const groupAttempts = 2;
/** How often a single event is tried before it becomes a dead letter. */
const eventAttempts = 5;
/** The longest pause between two attempts. */
const longestBackoffMs = 1000;
/** After how many events, or bytes of messages, the checkpoint is written although none of them mattered here. */
const passedOverEvents = 10_000;
const passedOverBytes = 4 * 1024 * 1024;

const isTooLarge = (error: unknown): boolean => error instanceof GroupTooLargeError || tookTooLong(error);

/** An event that matters here, and the checkpoint behind it. */
interface FreshEvent {
  readonly event: StoredEvent;
  readonly at: Checkpoint;
}

export interface ConsumerMetrics {
  readonly consumerLag: { set(labels: { consumer: string }, events: number): void };
  readonly deadLetters: { set(labels: { consumer: string }, events: number): void };
  readonly consumerStalled?: { set(labels: { consumer: string }, isStalled: number): void };
  readonly consumerHalted: { set(labels: { consumer: string }, isHalted: number): void };
}

export interface ConsumerDependencies extends ProcessDependencies {
  readonly pipeline: GroupPipeline;
  readonly metrics?: ConsumerMetrics;
}

/** Applies the events of one consumer from a committed checkpoint on: in groups, one by one, or in slices. */
export class EventApplier {
  readonly #dependencies: ConsumerDependencies;
  readonly #consumer: Consumer;
  readonly #onFailure: (text: string) => void;
  readonly #types: ReadonlySet<string>;
  /** Of the last event looked at, applied or not. */
  #seen: Checkpoint;
  #committed: LogPosition;
  /** Of the event that is being applied in slices. */
  #slice: SlicePlace | undefined;
  /** Since the checkpoint was written. */
  #passedOver = { events: 0, bytes: 0 };

  /** `onFailure`: called with the text of each failed attempt. */
  constructor(
    dependencies: ConsumerDependencies,
    consumer: Consumer,
    start: Checkpoint & { readonly slice?: SlicePlace },
    onFailure: (text: string) => void,
  ) {
    this.#dependencies = dependencies;
    this.#consumer = consumer;
    this.#onFailure = onFailure;
    this.#types = new Set(consumer.events.map((event) => event.type));
    this.#seen = start;
    this.#committed = start.logPosition;
    this.#slice = start.slice;
  }

  /** Applies what these messages hold, and moves the checkpoint with it. @throws what halts the consumer, or moved its checkpoint */
  async process(deliveries: readonly Delivery[], signal: AbortSignal): Promise<void> {
    const fresh: FreshEvent[] = [];
    for (const delivery of deliveries) {
      for (const { at, event } of metIn(delivery, this.#seen.logPosition, this.#types)) {
        this.#seen = at;
        if (event) fresh.push({ event, at });
      }
      this.#passedOver.events += delivery.count;
      this.#passedOver.bytes += delivery.body.size;
    }
    if (this.#consumer.kind === 'slice-reactor') await this.#applySlices(this.#consumer, fresh, signal);
    else if (fresh.length > 0) await this.#applyGroup(fresh, signal);
    const { events, bytes } = this.#passedOver;
    if ((events >= passedOverEvents || bytes >= passedOverBytes) && !signal.aborted) await this.#apply([], this.#seen);
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
      if (failure && part.length > 1 && isTooLarge(failure)) {
        most = Math.ceil(part.length / 2);
        continue;
      }
      if (failure && part.length === 1 && failureKind(failure) === 'halt') throw failure;
      if (failure) await this.#applyEach(part, signal);
      from += part.length;
    }
  }

  /** One event after the other, each in slices: smaller ones where a slice takes too long. */
  async #applySlices(consumer: SliceReactor, fresh: readonly FreshEvent[], signal: AbortSignal): Promise<void> {
    for (const { event, at } of fresh) {
      let most = sliceCommands;
      for (let isDone = false; !isDone && !signal.aborted; ) {
        const apply = async () => {
          isDone = await this.#applySlice(consumer, event, at, most);
        };
        const failure = await this.#attempt(eventAttempts, apply, signal, { canBeHalved: most > 1 });
        if (signal.aborted || !failure) continue;
        if (failureKind(failure) === 'halt') throw failure;
        if (most > 1 && isTooLarge(failure)) most = Math.ceil(most / 2);
        else {
          await this.#giveUp(event, at, failure, signal);
          isDone = true;
        }
      }
      if (signal.aborted) return;
    }
  }

  /** Answers whether it was the event's last slice. */
  async #applySlice(consumer: SliceReactor, event: StoredEvent, at: Checkpoint, most: number): Promise<boolean> {
    refuseUnknownVersions([event]);
    const after = this.#slice?.eventId === event.eventId ? this.#slice.place : null;
    const { commands, next } = await consumer.slice(event, after, most);
    const slice = next === null ? undefined : { eventId: event.eventId, place: next };
    const finish = (tx: Transaction) =>
      slice
        ? keepSlicePlace(tx, consumer.name, this.#committed, slice)
        : moveCheckpoint(tx, consumer.name, this.#committed, at);
    const hasCommands = await runCommands(this.#dependencies, commands, event, finish);
    this.#slice = slice;
    if (slice) return false;
    if (!hasCommands && after === null) return true;
    if (!hasCommands) await inTransaction(this.#dependencies.pool, finish);
    this.#committedAt(at);
    return true;
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
        this.#onFailure(textOf(error));
        if (kind === 'wait') outages += 1;
        else failed += 1;
        this.#dependencies.log.warn({ err: error, consumer: this.#consumer.name }, 'Events could not be applied');
        if (failed >= most || (canBeHalved && isTooLarge(error))) return error as Error;
        await pause(backoffMs(failed + outages, longestBackoffMs), signal);
      }
    }
    return undefined;
  }

  async #apply(events: readonly StoredEvent[], to: Checkpoint): Promise<void> {
    const move = (tx: Transaction) => moveCheckpoint(tx, this.#consumer.name, this.#committed, to);
    if (events.length === 0) await inTransaction(this.#dependencies.pool, move);
    else if (!(await applyIfAny(this.#dependencies, this.#consumer, events, move))) return;
    this.#committedAt(to);
  }

  #committedAt({ logPosition }: Checkpoint): void {
    this.#committed = logPosition;
    this.#passedOver = { events: 0, bytes: 0 };
  }

  async #giveUp(event: StoredEvent, at: Checkpoint, error: Error, signal: AbortSignal): Promise<void> {
    const consumer = this.#consumer.name;
    const keep = async () => {
      const waiting = await keepDeadLetter(
        this.#dependencies.pool,
        { consumer, event, error, attempts: eventAttempts },
        (tx) => moveCheckpoint(tx, consumer, this.#committed, at),
      );
      this.#committed = at.logPosition;
      this.#slice = undefined;
      this.#dependencies.metrics?.deadLetters.set({ consumer }, waiting);
    };
    const failure = await this.#attempt(1, keep, signal);
    if (failure) throw failure;
    this.#dependencies.log.error(
      { err: error, consumer, eventId: event.eventId, type: event.type },
      'An event became a dead letter',
    );
  }
}
