import type { LogPosition, StoredEvent } from '../log/events.js';
import { upcastEvents } from '../log/versions.js';
import type { ProcessDependencies, Transaction } from '../runtime/connections.js';
import { inTransaction } from '../runtime/connections.js';
import { failureKind, isTimeoutError } from '../runtime/failures.js';
import { backoffMs, pause } from '../runtime/pause.js';
import { type Checkpoint, type Delivery, newEventsAfter } from '../stream/event-message.js';
import { CheckpointMovedError, moveCheckpoint, type SliceProgress } from './checkpoints.js';
import type { Consumer, SliceReactor } from './consumer-definitions.js';
import { storeDeadLetter } from './dead-letters.js';
import {
  applyEvents,
  commandsCausedBy,
  errorText,
  type GroupPipeline,
  maxSliceCommands,
  runCommands,
} from './effects.js';

const eventAttempts = 5;
const passedOverEvents = 10_000;

interface FreshEvent {
  readonly event: StoredEvent;
  readonly at: Checkpoint;
}

interface ConsumerMetrics {
  readonly consumerLag: { set(labels: { consumer: string }, events: number): void };
  readonly deadLetters: { set(labels: { consumer: string }, events: number): void };
  readonly consumerStalled?: { set(labels: { consumer: string }, isStalled: number): void };
  readonly consumerHalted: { set(labels: { consumer: string }, isHalted: number): void };
}

export interface ConsumerDependencies extends ProcessDependencies {
  readonly pipeline: GroupPipeline;
  readonly metrics?: ConsumerMetrics;
}

export class EventApplier {
  readonly #dependencies: ConsumerDependencies;
  readonly #consumer: Consumer;
  readonly #onFailure: (text: string) => void;
  readonly #types: ReadonlySet<string>;
  #seen: Checkpoint;
  #committed: LogPosition;
  #slice: SliceProgress | undefined;
  #passedOver = 0;

  constructor(
    dependencies: ConsumerDependencies,
    consumer: Consumer,
    start: Checkpoint & { readonly slice?: SliceProgress },
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

  /** Applies events and moves the checkpoint in the same transaction. @throws HaltingError, CheckpointMovedError */
  async process(deliveries: readonly Delivery[], signal: AbortSignal): Promise<void> {
    const consumer = this.#consumer;
    const fresh: FreshEvent[] = [];
    for (const delivery of deliveries) {
      for (const { at, event } of newEventsAfter(delivery, this.#seen.logPosition, this.#types)) {
        this.#seen = at;
        if (event) fresh.push({ event, at });
      }
      this.#passedOver += delivery.count;
    }
    if (consumer.kind === 'slice-reactor') {
      for (const each of fresh) {
        const next = (most: number) => this.#applySlice(consumer, each, most);
        await this.#applyInHalves(maxSliceCommands, next, () => each, signal);
      }
    } else if (fresh.length > 0) {
      let done = 0;
      const next = async (most: number) => {
        const part = fresh.slice(done, done + most);
        const to = done + part.length < fresh.length ? part.at(-1)!.at : this.#seen;
        const events = part.map(({ event }) => event);
        const move = (tx: Transaction) => moveCheckpoint(tx, consumer.name, this.#committed, to);
        if (await applyEvents(this.#dependencies, consumer, events, move)) this.#noteCommit(to);
        done += part.length;
        return done === fresh.length;
      };
      while (done < fresh.length && !signal.aborted)
        await this.#applyInHalves(fresh.length - done, next, () => fresh[done++]!, signal);
    }
    if (this.#passedOver < passedOverEvents || signal.aborted) return;
    const to = this.#seen;
    const move = (tx: Transaction) => moveCheckpoint(tx, consumer.name, this.#committed, to);
    await inTransaction(this.#dependencies.pool, move);
    this.#noteCommit(to);
  }

  /**
   * If a group of events fails, tries again with half of it. If a single event or command fails, its event becomes a
   * dead letter.
   */
  async #applyInHalves(
    size: number,
    next: (most: number) => Promise<boolean>,
    failed: () => FreshEvent,
    signal: AbortSignal,
  ): Promise<void> {
    let most = size;
    let tries = 0;
    let failures = 0;
    for (let isDone = false; !isDone && !signal.aborted; ) {
      try {
        isDone = await next(most);
        tries = 0;
        failures = 0;
      } catch (error) {
        const kind = failureKind(error);
        // If the answer to a commit was lost, the checkpoint in the database shows whether it succeeded.
        if (error instanceof CheckpointMovedError || (kind === 'halt' && most === 1)) throw error;
        if (kind !== 'halt') {
          this.#onFailure(errorText(error));
          this.#dependencies.log.warn({ err: error, consumer: this.#consumer.name }, 'Events could not be applied');
        }
        if (most > 1 && (kind !== 'wait' || isTimeoutError(error))) {
          most = Math.ceil(most / 2);
          continue;
        }
        tries += 1;
        if (kind === 'set-aside') failures += 1;
        if (failures === eventAttempts) return this.#storeDeadLetter(failed(), error as Error);
        await pause(backoffMs(tries), signal);
      }
    }
  }

  /** Runs at most `most` commands of the event. Returns true if this slice was the last one. */
  async #applySlice(consumer: SliceReactor, fresh: FreshEvent, most: number): Promise<boolean> {
    const { at } = fresh;
    const event = upcastEvents([fresh.event])[0]!;
    const after = this.#slice?.eventId === event.eventId ? this.#slice.place : null;
    const { commands, next } = await consumer.slice(event, after, most);
    const isLast = next === null;
    const to = isLast ? at : { eventId: event.eventId, place: next };
    if (!isLast || after !== null || commands.length > 0) {
      await runCommands(this.#dependencies, commandsCausedBy(event, commands), (tx) =>
        moveCheckpoint(tx, consumer.name, this.#committed, to),
      );
      if (isLast) this.#noteCommit(at);
    }
    this.#slice = 'place' in to ? to : undefined;
    return isLast;
  }

  #noteCommit({ logPosition }: Checkpoint): void {
    this.#committed = logPosition;
    this.#slice = undefined;
    this.#passedOver = 0;
  }

  async #storeDeadLetter({ event, at }: FreshEvent, error: Error): Promise<void> {
    const consumer = this.#consumer.name;
    const { pool, metrics, log } = this.#dependencies;
    const letter = { consumer, event, error, attempts: eventAttempts };
    const waiting = await storeDeadLetter(pool, letter, (tx) => moveCheckpoint(tx, consumer, this.#committed, at));
    this.#noteCommit(at);
    metrics?.deadLetters.set({ consumer }, waiting);
    log.error({ err: error, consumer, eventId: event.eventId, type: event.type }, 'An event became a dead letter');
  }
}
