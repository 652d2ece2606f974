import { randomUUID } from 'node:crypto';
import { newInbox } from '@hearsay/messaging';
import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { type Msg, type MsgHdrs, type NatsConnection, nanos, type Subscription } from '@nats-io/nats-core';
import { compareLogPositions, type LogPosition } from '../log/events.js';
import { type Delivery, envelopeOf } from './event-message.js';
import { type EventStream, readMessageAt } from './event-stream.js';

const heartbeatMs = 1000;
/** After this time without a message or a heartbeat, the server's consumer counts as lost. */
const silenceMs = 3500;
/** The server keeps an idle consumer for this time, because the reader may wait for PostgreSQL. */
const forgottenAfterMs = 300_000;
const pulledMessages = 1000;
/** Maximum bytes of one pull. It is larger than any message. */
const pulledBytes = 2 * 1024 * 1024;
const pullExpiresMs = 30_000;

const heartbeat = 100;
const expired = 408;
const tooManyBytes = 'Message Size Exceeds MaxBytes';
/**
 * The status after a pull has delivered as many messages as its limit of bytes allows. The next pull may already run.
 */
const batchCompleted = 'Batch Completed';

export interface SubscriptionOptions {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: EventStream;
  /** The sequence of the first message with an event after `after`, or the sequence of an earlier message. */
  readonly startSequence: number;
  readonly after: LogPosition;
  /** If set, the server sends headers only. Bodies with an event of these types are fetched one by one. */
  readonly bodiesOf?: ReadonlySet<string> | undefined;
}

/** A message is missing, or the server is silent. The reader must begin again at the committed checkpoint. */
export class DeliveryGap extends Error {
  override readonly name: string = 'DeliveryGap';
}

/** The stream itself lacks messages. Only its relay can restore them. */
export class LostMessages extends DeliveryGap {
  override readonly name = 'LostMessages';
}

/**
 * The messages of a stream from a sequence on, in order and without gaps. It uses an ephemeral pull consumer without
 * acknowledgements. A `DeliveryGap` is a jump in the numbering, silence, or a heartbeat that counts more messages than
 * have arrived. The subscription then ends, because only the committed checkpoint shows where to continue. A message
 * that follows unread events shows that the stream lost messages. That is a `LostMessages`, and the relay is asked to
 * check the stream. A message that begins before the last read event is no loss, because the stream was refilled. The
 * next pull is sent when the reader has taken the messages of the last pull. So other users of the connection wait for
 * at most one pull, and the server never drops the connection as too slow.
 */
export class OrderedSubscription {
  readonly #options: SubscriptionOptions;
  readonly #name = `ordered-${randomUUID()}`;
  readonly #inbox: string;
  #waiting: Delivery[] = [];
  /** True between two `take` calls, while the reader handles the messages. */
  #isBusy = false;
  #awaited = 0;
  #subscription: Subscription | undefined;
  #watch: NodeJS.Timeout | undefined;
  #received = 0;
  #pending = 0;
  #heardAt = performance.now();
  #failure: DeliveryGap | undefined;
  /** All events up to this log position were received. */
  #reached: LogPosition;
  #wake: (() => void) | undefined;

  private constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#inbox = newInbox(options.connection);
    this.#reached = options.after;
  }

  /** @throws JetStreamApiError if the stream does not exist */
  static async open(options: SubscriptionOptions): Promise<OrderedSubscription> {
    const opened = new OrderedSubscription(options);
    await opened.#start(options);
    return opened;
  }

  /** Returns at most `most` events, or one larger message. Returns none when `signal` aborts. @throws DeliveryGap */
  async take(most: number, signal: AbortSignal): Promise<Delivery[]> {
    this.#isBusy = false;
    while (this.#waiting.length === 0 && !signal.aborted) {
      if (this.#failure) throw this.#failure;
      if (this.#awaited === 0) this.#pull();
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
    }
    let events = 0;
    const end = this.#waiting.findIndex(({ count }, index) => {
      events += count;
      return index > 0 && events > most;
    });
    const taken = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    this.#isBusy = taken.length > 0;
    const { bodiesOf } = this.#options;
    if (!bodiesOf) return taken;
    return Promise.all(
      taken.map((delivery) =>
        delivery.types.some((type) => bodiesOf.has(type)) ? this.#withBody(delivery) : delivery,
      ),
    );
  }

  get pending(): number {
    return this.#waiting.length + this.#pending;
  }

  /** True if every message of the stream has been received and handled. */
  async isDrained(): Promise<boolean> {
    const info = await this.#options.manager.consumers.info(this.#options.stream.name, this.#name);
    const isOnItsWay = info.num_pending > 0 || info.delivered.consumer_seq !== this.#received;
    return !isOnItsWay && this.#waiting.length === 0 && !this.#isBusy;
  }

  async close(): Promise<void> {
    const { connection, manager, stream } = this.#options;
    clearInterval(this.#watch);
    this.#subscription?.unsubscribe();
    if (!this.#failure && !connection.isClosed())
      await manager.consumers.delete(stream.name, this.#name).catch(() => false);
  }

  async #start({ connection, manager, stream, startSequence, bodiesOf }: SubscriptionOptions): Promise<void> {
    this.#subscription = connection.subscribe(this.#inbox, {
      callback: (error, message) => this.#receive(error, message),
    });
    try {
      const info = await manager.consumers.add(stream.name, {
        name: this.#name,
        ...(startSequence > 1
          ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: startSequence }
          : { deliver_policy: DeliverPolicy.All }),
        ...(bodiesOf && { headers_only: true }),
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

  /** Fetches the body of a message. @throws DeliveryGap if a recreated stream has another message at this sequence */
  async #withBody(delivery: Delivery): Promise<Delivery> {
    const message = await readMessageAt(this.#options.manager, this.#options.stream, delivery.sequence);
    const found = envelopeOf(message?.header);
    const isSame = (position: 'previous' | 'logPosition') =>
      found !== undefined && compareLogPositions(found[position], delivery[position]) === 0;
    if (!message || !isSame('previous') || !isSame('logPosition'))
      throw new DeliveryGap('A message went before its body was fetched');
    return { ...delivery, body: message.data };
  }

  /** Sends a pull request (https://docs.nats.io/reference/reference-protocols/nats_api_reference). */
  #pull(): void {
    this.#awaited = pulledMessages;
    this.#heardAt = performance.now();
    const request = {
      batch: pulledMessages,
      max_bytes: pulledBytes,
      expires: nanos(pullExpiresMs),
      idle_heartbeat: nanos(heartbeatMs),
    };
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${this.#options.stream.name}.${this.#name}`;
    this.#options.connection.publish(subject, JSON.stringify(request), { reply: this.#inbox });
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
    this.#received += 1;
    this.#awaited -= 1;
    this.#pending = delivered.pending;
    const envelope = envelopeOf(message.headers);
    // The message is not from a relay. Wakes the reader, which may have to pull again.
    if (!envelope) {
      this.#wake?.();
      return;
    }
    if (compareLogPositions(envelope.previous, this.#reached) > 0) {
      const { connection, stream } = this.#options;
      connection.publish(stream.checkSubject);
      this.#fail(new LostMessages(`Messages are missing in ${stream.name}`));
      return;
    }
    if (compareLogPositions(envelope.logPosition, this.#reached) > 0) this.#reached = envelope.logPosition;
    this.#waiting.push({ ...envelope, sequence: delivered.streamSequence, body: message.data });
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
 * Reads `$JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>`. Newer servers may put
 * domain and account after `$JS.ACK`, see https://docs.nats.io/reference/reference-protocols/nats_api_reference.
 */
const deliveryNumbers = (reply: string | undefined) => {
  const tokens = reply?.split('.') ?? [];
  const skipped = tokens.length >= 11 ? 2 : 0;
  const [streamSequence, consumerSequence, , pending] = tokens.slice(5 + skipped, 9 + skipped).map(Number);
  if (tokens.length < 9 || streamSequence === undefined || consumerSequence === undefined || pending === undefined)
    return undefined;
  return { streamSequence, consumerSequence, pending };
};
