import { newInbox } from '@hearsay/messaging';
import { type Msg, type NatsConnection, type Subscription } from '@nats-io/nats-core';
import { Alarm } from '../runtime/pause.js';
import { type EventMessage, headersOf } from '../stream/event-message.js';
import type { EventStream } from '../stream/event-stream.js';

interface PubAck {
  readonly seq?: number;
  readonly error?: { readonly description: string };
}

/** A message that JetStream did not take, or did not acknowledge: nothing after it is in the stream. */
export class PublishError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PublishError';
  }
}

/**
 * Publishes messages in order, one at a time. Each expects the sequence of the one before it, so the server refuses everything of
 * a second leader. Never a second in flight: the sequence says how many messages lie before, not which events they hold. Were one
 * refused because another leader's shorter or longer one came first, the next would still fit behind that, and leave events out.
 *
 * It publishes with plain messages and one inbox, since the client's own publish makes a request, a promise and a timer of
 * each, and retries by itself.
 */
export class OrderedPublisher {
  readonly #connection: NatsConnection;
  readonly #stream: EventStream;
  readonly #relayedTypes: readonly string[];
  readonly #acknowledgeWithinMs: number;
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #watch: NodeJS.Timeout;
  readonly #settled = new Alarm();
  readonly #onAcknowledged: () => void;
  #nextExpected: number;
  #lastAcknowledged: number;
  #lastAnswered: number;
  #progressAt = performance.now();
  #failure: PublishError | undefined;

  constructor(options: {
    connection: NatsConnection;
    stream: EventStream;
    relayedTypes: readonly string[];
    lastSequence: number;
    acknowledgeWithinMs: number;
    onAcknowledged: () => void;
  }) {
    this.#connection = options.connection;
    this.#inbox = newInbox(options.connection);
    this.#stream = options.stream;
    this.#relayedTypes = options.relayedTypes;
    this.#acknowledgeWithinMs = options.acknowledgeWithinMs;
    this.#onAcknowledged = options.onAcknowledged;
    this.#nextExpected = options.lastSequence;
    this.#lastAcknowledged = options.lastSequence;
    this.#lastAnswered = options.lastSequence;
    this.#subscription = options.connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => this.#receive(error, message),
    });
    this.#watch = setInterval(() => this.#checkProgress(), Math.max(10, options.acknowledgeWithinMs / 4));
  }

  get failure(): PublishError | undefined {
    return this.#failure;
  }

  get lastAcknowledged(): number {
    return this.#lastAcknowledged;
  }

  get #isInFlight(): boolean {
    return this.#nextExpected > this.#lastAnswered;
  }

  /** The next message: only when the one before is answered. */
  publish(message: EventMessage): void {
    this.#progressAt = performance.now();
    const expected = this.#nextExpected;
    this.#nextExpected += 1;
    this.#connection.publish(this.#stream.subject, message.body, {
      headers: headersOf(message, expected, this.#relayedTypes),
      reply: `${this.#inbox}.${expected + 1}`,
    });
  }

  /** Resolves when the message is acknowledged, or at a failure. */
  async answered(): Promise<void> {
    while (!this.#failure && this.#isInFlight) await this.#settled.wait(this.#acknowledgeWithinMs);
  }

  /** Waits for the answers that are still to come, then listens no more. */
  async close(): Promise<void> {
    const until = performance.now() + this.#acknowledgeWithinMs;
    while (this.#isInFlight && performance.now() < until && !this.#connection.isClosed()) {
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
    else if (!this.#failure && sequence > this.#lastAcknowledged) {
      this.#lastAcknowledged = sequence;
      this.#onAcknowledged();
    }
    this.#settled.ring();
  }

  #checkProgress(): void {
    if (this.#isInFlight && performance.now() - this.#progressAt > this.#acknowledgeWithinMs)
      this.#fail('no acknowledgement came in time');
  }

  #fail(reason: string): void {
    if (this.#failure) return;
    this.#failure = new PublishError(reason);
    this.#settled.ring();
  }
}

const refusalOf = (message: Msg, sequence: number): string | undefined => {
  if (message.headers?.code === 503) return 'no stream takes the subject';
  const ack = message.json<PubAck>();
  if (ack.error) return ack.error.description;
  return ack.seq === sequence ? undefined : `stored as ${ack.seq} instead of ${sequence}`;
};
