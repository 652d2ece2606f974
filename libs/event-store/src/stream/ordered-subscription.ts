import { randomUUID } from 'node:crypto';
import { newInbox } from '@hearsay/messaging';
import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { type Msg, type MsgHdrs, type NatsConnection, nanos, type Subscription } from '@nats-io/nats-core';
import { compareLogPositions, type LogPosition } from '../log/events.js';
import { type Envelope, envelopeOf, MessageBody } from './event-message.js';
import type { EventStream } from './event-stream.js';

/** How often the server sends a heartbeat when there is no message. */
const heartbeatMs = 1000;
/** After so long without a message or a heartbeat the server's side of the subscription is gone. */
const silenceMs = 3500;
/** After how long the server forgets a subscription that asks for nothing: its reader may wait for PostgreSQL meanwhile. */
const forgottenAfterMs = 300_000;
/** The most messages of one pull. */
const pulledMessages = 1000;
/** The most bytes of one pull, and more than any message has. */
const pulledBytes = 2 * 1024 * 1024;
/** How long a pull waits for messages. */
const pullExpiresMs = 30_000;

/** What the server says of a pull. */
const heartbeat = 100;
const expired = 408;
const tooManyBytes = 'Message Size Exceeds MaxBytes';
/** The pull has brought all its messages in fewer bytes than it might. The next one may be under way by then. */
const batchCompleted = 'Batch Completed';

/** A message with some consecutive events of the log. */
export interface Delivery extends Envelope {
  readonly sequence: number;
  readonly body: MessageBody;
}

export interface SubscriptionOptions {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: EventStream;
  /** At or before the first message that has something behind `after`. */
  readonly startSequence: number;
  /** What the reader knows already. */
  readonly after: LogPosition;
  /** Bodies stay on the server. */
  readonly headersOnly?: boolean;
}

/** Something is missing between two messages, or the server fell silent: begin again at the checkpoint that is committed. */
export class DeliveryGap extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeliveryGap';
  }
}

/**
 * The stream itself lacks what lies between two messages: only its relay can bring it back. The log position that is committed stays where it
 * is, and whoever goes on there misses nothing once the stream is whole again.
 */
export class LostMessages extends DeliveryGap {
  constructor(stream: string) {
    super(`Messages are missing in ${stream}`);
    this.name = 'LostMessages';
  }
}

/**
 * The messages of a stream in order and without holes, from a sequence on: an ephemeral pull consumer without
 * acknowledgements. Every doubt (a jump of its own numbering, a heartbeat that knows more than we do, silence) is a
 * `DeliveryGap`; it never heals itself, because only the reader's committed checkpoint says where to go on.
 *
 * A message that follows events which were never read here means that the stream has lost some: that is a `LostMessages`, and the
 * relay is asked to look. Messages that begin before what was read are no loss: the stream was filled again.
 *
 * The next pull leaves when the reader has taken what the last one has brought. So what waits here and in the server's buffers for this
 * connection is bounded: other users of the connection wait for no more than that, and the server never cuts it off as too slow.
 */
export class OrderedSubscription {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #stream: EventStream;
  readonly #name = `ordered-${randomUUID()}`;
  readonly #inbox: string;
  #waiting: Delivery[] = [];
  /** What the pull that is under way may still bring; 0: none is under way. */
  #awaited = 0;
  #subscription: Subscription | undefined;
  #watch: NodeJS.Timeout | undefined;
  #received = 0;
  #taken = 0;
  #pending = 0;
  #heardAt = performance.now();
  #failure: DeliveryGap | undefined;
  /** The log position up to which nothing is missing. */
  #reached: LogPosition;
  #wake: (() => void) | undefined;

  private constructor({ connection, manager, stream, after }: SubscriptionOptions) {
    this.#connection = connection;
    this.#inbox = newInbox(connection);
    this.#manager = manager;
    this.#stream = stream;
    this.#reached = after;
  }

  /** @throws JetStreamApiError when the stream does not exist. */
  static async open(options: SubscriptionOptions): Promise<OrderedSubscription> {
    const opened = new OrderedSubscription(options);
    await opened.#start(options);
    return opened;
  }

  /** At least one delivery, together at most `most` events unless the first alone has more; none when `signal` ended the wait. @throws DeliveryGap */
  async take(most: number, signal: AbortSignal): Promise<Delivery[]> {
    for (;;) {
      const taken = this.#drain(most);
      if (taken.length > 0 || signal.aborted) return taken;
      if (this.#failure) throw this.#failure;
      if (this.#awaited === 0) this.#pull();
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          this.#wake = undefined;
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
    }
  }

  /** Messages that were not taken yet, as far as is known here. */
  get pending(): number {
    return this.#received - this.#taken + this.#pending;
  }

  /** Asks the server: does the stream hold no more than the first `count` messages of this subscription? */
  async isDrained(count: number): Promise<boolean> {
    const info = await this.#manager.consumers.info(this.#stream.name, this.#name);
    return info.num_pending === 0 && info.delivered.consumer_seq === count;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#subscription?.unsubscribe();
    if (!this.#failure && !this.#connection.isClosed()) {
      await this.#manager.consumers.delete(this.#stream.name, this.#name).catch(() => false);
    }
  }

  async #start({ startSequence, headersOnly }: SubscriptionOptions): Promise<void> {
    this.#subscription = this.#connection.subscribe(this.#inbox, {
      callback: (error, message) => this.#receive(error, message),
    });
    try {
      const info = await this.#manager.consumers.add(this.#stream.name, {
        name: this.#name,
        ...(startSequence > 1
          ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: startSequence }
          : { deliver_policy: DeliverPolicy.All }),
        ...(headersOnly && { headers_only: true }),
        ack_policy: AckPolicy.None,
        max_deliver: 1,
        inactive_threshold: nanos(forgottenAfterMs),
        mem_storage: true,
        num_replicas: 1,
      });
      this.#pending = info.num_pending;
    } catch (error) {
      this.#subscription.unsubscribe();
      throw error;
    }
    this.#watch = setInterval(() => {
      if (this.#awaited > 0 && performance.now() - this.#heardAt > silenceMs) this.#fail('The stream fell silent');
    }, heartbeatMs / 2);
  }

  /** See https://docs.nats.io/reference/reference-protocols/nats_api_reference. */
  #pull(): void {
    this.#awaited = pulledMessages;
    this.#heardAt = performance.now();
    const request = {
      batch: pulledMessages,
      max_bytes: pulledBytes,
      expires: nanos(pullExpiresMs),
      idle_heartbeat: nanos(heartbeatMs),
    };
    this.#connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${this.#stream.name}.${this.#name}`, JSON.stringify(request), {
      reply: this.#inbox,
    });
  }

  #drain(most: number): Delivery[] {
    let events = 0;
    const end = this.#waiting.findIndex(({ count }, index) => {
      events += count;
      return index > 0 && events > most;
    });
    const taken = end < 0 ? this.#waiting : this.#waiting.slice(0, end);
    this.#waiting = end < 0 ? [] : this.#waiting.slice(end);
    this.#taken += taken.length;
    return taken;
  }

  #receive(error: Error | null, message: Msg): void {
    this.#heardAt = performance.now();
    if (error) this.#fail(error.message);
    else if (message.headers?.code) this.#status(message.headers);
    else this.#deliver(message);
  }

  #deliver(message: Msg): void {
    const delivered = deliveryNumbers(message.reply);
    if (delivered?.consumerSequence !== this.#received + 1) {
      this.#fail('A message is missing');
      return;
    }
    const envelope = envelopeOf(message.headers);
    if (envelope.previous && compareLogPositions(envelope.previous, this.#reached) > 0) {
      this.#connection.publish(this.#stream.checkSubject);
      this.#fail(new LostMessages(this.#stream.name));
      return;
    }
    if (envelope.logPosition && compareLogPositions(envelope.logPosition, this.#reached) > 0)
      this.#reached = envelope.logPosition;
    this.#received += 1;
    this.#awaited -= 1;
    this.#pending = delivered.pending;
    this.#waiting.push({ sequence: delivered.streamSequence, ...envelope, body: new MessageBody(message.data) });
    this.#wake?.();
  }

  #status(header: MsgHdrs): void {
    if (header.code === heartbeat) {
      if (Number(header.get('Nats-Last-Consumer') || 0) > this.#received)
        this.#fail('The heartbeat knows of messages that did not come');
    } else if (header.code === expired || header.description === tooManyBytes) {
      this.#awaited = 0;
      this.#wake?.();
    } else if (header.description !== batchCompleted)
      this.#fail(`The server has ended a pull: ${header.code} ${header.description}`);
  }

  #fail(reason: DeliveryGap | string): void {
    if (this.#failure) return;
    this.#failure = typeof reason === 'string' ? new DeliveryGap(reason) : reason;
    clearInterval(this.#watch);
    this.#subscription?.unsubscribe();
    this.#wake?.();
  }
}

/**
 * Reads `$JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>`; newer servers may put domain
 * and account behind `$JS.ACK`, see https://docs.nats.io/reference/reference-protocols/nats_api_reference.
 */
const deliveryNumbers = (reply: string | undefined) => {
  const tokens = reply?.split('.') ?? [];
  const skipped = tokens.length >= 11 ? 2 : 0;
  const [streamSequence, consumerSequence, , pending] = tokens.slice(5 + skipped, 9 + skipped).map(Number);
  if (tokens.length < 9 || streamSequence === undefined || consumerSequence === undefined || pending === undefined)
    return undefined;
  return { streamSequence, consumerSequence, pending };
};
