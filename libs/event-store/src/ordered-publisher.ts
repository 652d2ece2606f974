import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/nats-core';
import { type EventStream, encodeEvent, headersOf } from './event-stream.js';
import type { StoredEvent } from './events.js';
import { Alarm } from './pause.js';

interface PubAck {
  readonly seq?: number;
  readonly error?: { readonly description: string };
}

/** An event that JetStream did not take, or did not acknowledge: nothing after it is in the stream. */
export class PublishError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PublishError';
  }
}

/**
 * Publishes events in order, many in flight. Each expects the sequence of the one before it, so the server refuses everything
 * behind a lost one, and everything of a second leader. An acknowledgement therefore also answers for those before it.
 *
 * It publishes with plain messages and one inbox, since the client's own publish makes a request, a promise and a timer of
 * each, and retries by itself.
 */
export class OrderedPublisher {
  readonly #connection: NatsConnection;
  readonly #stream: EventStream;
  readonly #acknowledgeWithinMs: number;
  readonly #inbox = createInbox();
  readonly #subscription: Subscription;
  readonly #watch: NodeJS.Timeout;
  readonly #settled = new Alarm();
  readonly #onAcknowledged: (events: number) => void;
  readonly #onFailure: () => void;
  #nextExpected: number;
  #lastAcknowledged: number;
  /** Refusals come in the order of publishing, so behind the failed one the highest answered sequence tells what is still out. */
  #lastAnswered: number;
  #progressAt = performance.now();
  #failure: PublishError | undefined;

  constructor(options: {
    connection: NatsConnection;
    stream: EventStream;
    lastSequence: number;
    acknowledgeWithinMs: number;
    onAcknowledged: (events: number) => void;
    onFailure: () => void;
  }) {
    this.#connection = options.connection;
    this.#stream = options.stream;
    this.#acknowledgeWithinMs = options.acknowledgeWithinMs;
    this.#onAcknowledged = options.onAcknowledged;
    this.#onFailure = options.onFailure;
    this.#nextExpected = options.lastSequence;
    this.#lastAcknowledged = options.lastSequence;
    this.#lastAnswered = options.lastSequence;
    this.#subscription = options.connection.subscribe(`${this.#inbox}.*`, { callback: (error, message) => this.#receive(error, message) });
    this.#watch = setInterval(() => this.#checkProgress(), Math.max(10, options.acknowledgeWithinMs / 4));
  }

  get failure(): PublishError | undefined {
    return this.#failure;
  }

  get lastAcknowledged(): number {
    return this.#lastAcknowledged;
  }

  get inFlight(): number {
    return this.#nextExpected - this.#lastAnswered;
  }

  publish(event: StoredEvent): void {
    if (this.inFlight === 0) this.#progressAt = performance.now();
    const expected = this.#nextExpected;
    this.#nextExpected += 1;
    this.#connection.publish(this.#stream.subject(event), encodeEvent(event), {
      headers: headersOf(event, expected),
      reply: `${this.#inbox}.${expected + 1}`,
    });
  }

  /** Resolves when at most `most` are in flight, or at a failure. */
  async hasRoom(most: number): Promise<void> {
    while (!this.#failure && this.inFlight > most) await this.#settled.wait(this.#acknowledgeWithinMs);
  }

  /** Waits for the answers that are still to come, then listens no more. */
  async close(): Promise<void> {
    const until = performance.now() + this.#acknowledgeWithinMs;
    while (this.inFlight > 0 && performance.now() < until && !this.#connection.isClosed()) {
      await this.#settled.wait(until - performance.now());
    }
    clearInterval(this.#watch);
    this.#subscription.unsubscribe();
  }

  #receive(error: Error | null, message: Msg): void {
    const sequence = Number(message.subject.slice(this.#inbox.length + 1));
    this.#progressAt = performance.now();
    this.#lastAnswered = Math.max(this.#lastAnswered, sequence);
    const refusal = error?.message ?? refusalOf(message, sequence);
    if (refusal !== undefined) this.#fail(refusal);
    // Behind a failure, what another leader has stored meanwhile may let a later message of ours fit in: right, but not counted.
    else if (!this.#failure && sequence > this.#lastAcknowledged) {
      this.#onAcknowledged(sequence - this.#lastAcknowledged);
      this.#lastAcknowledged = sequence;
    }
    this.#settled.ring();
  }

  #checkProgress(): void {
    if (this.inFlight > 0 && performance.now() - this.#progressAt > this.#acknowledgeWithinMs)
      this.#fail('no acknowledgement came in time');
  }

  #fail(reason: string): void {
    if (this.#failure) return;
    this.#failure = new PublishError(reason);
    this.#onFailure();
    this.#settled.ring();
  }
}

const refusalOf = (message: Msg, sequence: number): string | undefined => {
  if (message.headers?.code === 503) return 'no stream takes the subject';
  const ack = message.json<PubAck>();
  if (ack.error) return ack.error.description;
  return ack.seq === sequence ? undefined : `stored as ${ack.seq} instead of ${sequence}`;
};
