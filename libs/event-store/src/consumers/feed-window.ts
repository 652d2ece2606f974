import { compareLogPositions, type LogPosition } from '../log/events.js';
import type { MessageBody } from '../stream/event-message.js';
import { type Delivery, DeliveryGap, type OrderedSubscription } from '../stream/ordered-subscription.js';

/** The most bytes that a window keeps besides its newest message: so far a reader may fall behind the quickest one. */
const mostBytes = 4 * 1024 * 1024;
/** The most events that are taken from the subscription at once. */
const takenAtOnce = 512;
/** About what a message takes besides its body. */
const envelopeBytes = 1024;

const bytesOf = ({ body }: Delivery): number => body.size + envelopeBytes;

export type WindowSubscription = Pick<OrderedSubscription, 'take' | 'pending' | 'isDrained' | 'close'>;

/** What a message of whose body the subscription has told nothing holds; undefined where no reader wants it. @throws DeliveryGap */
export type FetchBody = (delivery: Delivery) => Promise<MessageBody> | undefined;

/** A place in a stream: behind an event, its number in the stream, and the sequence of the message that ends there. */
export interface Standing {
  readonly logPosition: LogPosition;
  readonly number: number;
  readonly sequence: number;
}

interface WindowReader {
  /** Index of the next message that it will read. */
  readonly next: number;
}

/** Where a reader that has joined a window goes on. */
export interface Joined {
  /** Index of the first message that holds something behind the reader's log position. */
  readonly next: number;
  /** The end of the message before. */
  readonly before: Pick<Standing, 'number' | 'sequence'>;
}

/**
 * The newest messages of one subscription, for several readers. The quickest reader decides how far it reads on; what the others
 * have not read is kept up to a number of bytes, then the window goes on without them.
 */
export class FeedWindow {
  readonly #subscription: WindowSubscription;
  readonly #onEnd: () => void;
  readonly #fetchBody: FetchBody | undefined;
  readonly #stopping = new AbortController();
  readonly #readers = new Set<WindowReader>();
  readonly #arrivals = new Set<() => void>();
  readonly #messages: Delivery[] = [];
  #begin = 0;
  #bytes = 0;
  /** Everything behind it is here or still to come. */
  #before: Standing;
  /** Of the newest message. */
  #head: LogPosition;
  #newestNumber = 0;
  #roomMade: (() => void) | undefined;
  #failure: Error | undefined;

  /** `fetchBody`: for a subscription whose bodies stay on the server. */
  constructor(subscription: WindowSubscription, before: Standing, onEnd: () => void, fetchBody?: FetchBody) {
    this.#subscription = subscription;
    this.#fetchBody = fetchBody;
    this.#before = before;
    this.#head = before.logPosition;
    this.#onEnd = onEnd;
    void this.#pump();
  }

  /** Index of the oldest message that is still here. */
  get begin(): number {
    return this.#begin;
  }

  /** Index behind the newest message. */
  get end(): number {
    return this.#begin + this.#messages.length;
  }

  get newestNumber(): number {
    return this.#newestNumber;
  }

  /** Why nothing more will come; what came before can still be read. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Whether somebody who stands at the log position can read on here, and soon. */
  covers(logPosition: LogPosition): boolean {
    if (this.#failure || compareLogPositions(this.#before.logPosition, logPosition) > 0) return false;
    return compareLogPositions(logPosition, this.#head) <= 0 || this.#subscription.pending === 0;
  }

  isOnlyFor(reader: WindowReader): boolean {
    return this.#readers.size === 1 && this.#readers.has(reader);
  }

  join(reader: WindowReader, logPosition: LogPosition): Joined {
    this.#readers.add(reader);
    const found = this.#messages.findIndex(
      (message) => message.logPosition && compareLogPositions(message.logPosition, logPosition) > 0,
    );
    const index = found < 0 ? this.#messages.length : found;
    return { next: this.#begin + index, before: this.#messages[index - 1] ?? this.#before };
  }

  /** The last reader closes the subscription. */
  async leave(reader: WindowReader): Promise<void> {
    this.#readers.delete(reader);
    this.hasRead();
    if (this.#readers.size === 0) await this.#end(new DeliveryGap('Nobody reads'));
  }

  /** Messages from an index on, together at most `most` events unless the first alone has more. @throws Error for one that is not here any more */
  read(index: number, most: number): Delivery[] {
    if (index < this.#begin) throw new Error(`Message ${index} lies before the window, which begins at ${this.#begin}`);
    const start = index - this.#begin;
    let end = start;
    for (let events = 0; end < this.#messages.length; end += 1) {
      events += this.#messages[end]!.count;
      if (end > start && events > most) break;
    }
    return this.#messages.slice(start, end);
  }

  /** A reader has gone on: there may be room. */
  hasRead(): void {
    this.#roomMade?.();
  }

  /** Resolves when something has come, nothing will come any more, or the signal aborts. */
  arrival(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#arrivals.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#arrivals.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  /** Asks the server whether everything that the stream holds has come here. */
  async hasEverything(): Promise<boolean> {
    return !this.#failure && (await this.#subscription.isDrained(this.end));
  }

  async #pump(): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        for (const delivery of await this.#subscription.take(takenAtOnce, this.#stopping.signal)) {
          const body = await this.#fetchBody?.(delivery);
          const whole = body ? { ...delivery, body } : delivery;
          await this.#makeRoom(bytesOf(whole));
          this.#add(whole);
        }
        this.#wakeAll();
      }
    } catch (error) {
      await this.#end(error as Error);
    }
  }

  #add(delivery: Delivery): void {
    this.#messages.push(delivery);
    this.#bytes += bytesOf(delivery);
    this.#head = delivery.logPosition ?? this.#head;
    this.#newestNumber = delivery.number || this.#newestNumber;
  }

  /** Forgets the oldest messages; while the quickest reader has not read even those, it waits. */
  async #makeRoom(bytes: number): Promise<void> {
    while (this.#messages.length > 0 && this.#bytes + bytes > mostBytes && !this.#stopping.signal.aborted) {
      if (![...this.#readers].some((reader) => reader.next > this.#begin)) {
        this.#wakeAll();
        await new Promise<void>((resolve) => {
          this.#roomMade = resolve;
        });
        continue;
      }
      const oldest = this.#messages.shift()!;
      this.#begin += 1;
      this.#bytes -= bytesOf(oldest);
      this.#before = { ...oldest, logPosition: oldest.logPosition ?? this.#before.logPosition };
    }
  }

  async #end(reason: Error): Promise<void> {
    if (this.#failure) return;
    this.#failure = reason;
    this.#onEnd();
    this.#stopping.abort();
    this.#roomMade?.();
    this.#wakeAll();
    await this.#subscription.close();
  }

  #wakeAll(): void {
    for (const wake of [...this.#arrivals]) wake();
  }
}
