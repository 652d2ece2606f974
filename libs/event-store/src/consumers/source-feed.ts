import { frequentTypes } from '@hearsay/contracts';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { compareLogPositions, type LogPosition } from '../log/events.js';
import { envelopeOf, logPositionOf, MessageBody, startBehind } from '../stream/event-message.js';
import { type EventStream, lastOf, messageAt, streamInfo } from '../stream/event-stream.js';
import {
  type Delivery,
  DeliveryGap,
  OrderedSubscription,
  type SubscriptionOptions,
} from '../stream/ordered-subscription.js';
import type { Checkpoint } from './checkpoints.js';
import { FeedWindow, type Standing, type WindowSubscription } from './feed-window.js';

type Subscribe = (options: SubscriptionOptions) => Promise<WindowSubscription>;

/**
 * The messages of one source for all consumers of a process: as a rule one subscription, each message parsed once. A reader whose
 * checkpoint lies elsewhere (a new consumer, or one that was slow or failing for long) has a subscription of its own until it has caught
 * up with another one. So nobody waits for anybody, and what is kept in memory is bounded for each subscription.
 *
 * Where none of the types is a frequent one, bodies stay on the server and those that hold a wanted event are fetched one by one: what a process
 * reads and throws away of a busy log cost it as much as others pay for reading all of it.
 */
export class SourceFeed {
  readonly #connection: NatsConnection;
  readonly #stream: EventStream;
  readonly #types: ReadonlySet<string>;
  readonly #subscribe: Subscribe;
  readonly #windows = new Set<FeedWindow>();
  #opening: Promise<unknown> = Promise.resolve();
  #newest = 0;
  #lastSequence = 0;

  /** `types`: all that the readers of this process want. */
  constructor(
    connection: NatsConnection,
    stream: EventStream,
    types: ReadonlySet<string>,
    subscribe: Subscribe = OrderedSubscription.open,
  ) {
    this.#connection = connection;
    this.#stream = stream;
    this.#types = types;
    this.#subscribe = subscribe;
  }

  get stream(): EventStream {
    return this.#stream;
  }

  /** How many subscriptions serve the readers at the moment. */
  get subscriptions(): number {
    return this.#windows.size;
  }

  /** Number of the newest event in the stream, as far as is known here. */
  get newestNumber(): number {
    return Math.max(this.#newest, ...[...this.#windows].map((window) => window.newestNumber));
  }

  /** Sequence of the newest message, as the server has said last; 0 in an empty stream. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Asks the server for the newest number and sequence: a reader that is far behind, or gets nothing, does not see them. */
  async measure(): Promise<void> {
    const manager = await this.manager();
    const state = (await streamInfo(manager, this.#stream))?.state;
    this.#lastSequence = state?.messages ? state.last_seq : 0;
    this.#newest = envelopeOf((await lastOf(manager, this.#stream))?.header).number;
  }

  /** Asks the relay to look whether the stream is whole. */
  doubt(): void {
    this.#connection.publish(this.#stream.checkSubject);
  }

  manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#connection, { checkAPI: false });
  }

  /** A reader of what lies behind a checkpoint. @throws JetStreamApiError when the stream does not exist. */
  async open(checkpoint: Checkpoint): Promise<FeedReader> {
    const { sequence, number } = await startSequence(await this.manager(), this.#stream, checkpoint);
    return FeedReader.open(this, { logPosition: checkpoint.logPosition, number, sequence: sequence - 1 });
  }

  /** Has a reader enter a window that covers where it stands, a new one if there is none. One is opened at a time: the next caller may enter it. */
  enterWindow(standing: Standing, enter: (window: FeedWindow) => void): Promise<void> {
    const entered = this.#opening.then(async () =>
      enter(this.coveringWindow(standing.logPosition) ?? (await this.#openWindow(standing))),
    );
    this.#opening = entered.catch(() => undefined);
    return entered;
  }

  coveringWindow(logPosition: LogPosition, except?: FeedWindow): FeedWindow | undefined {
    return [...this.#windows].find((window) => window !== except && window.covers(logPosition));
  }

  async #openWindow(standing: Standing): Promise<FeedWindow> {
    const headersOnly = ![...this.#types].some((type) => frequentTypes.has(type));
    const manager = await this.manager();
    const subscription = await this.#subscribe({
      connection: this.#connection,
      manager,
      stream: this.#stream,
      startSequence: standing.sequence + 1,
      after: standing.logPosition,
      headersOnly,
    });
    const fetchBody = (delivery: Delivery) => (this.#isWanted(delivery) ? this.#bodyOf(manager, delivery) : undefined);
    const window = new FeedWindow(
      subscription,
      standing,
      () => this.#windows.delete(window),
      headersOnly ? fetchBody : undefined,
    );
    this.#windows.add(window);
    return window;
  }

  #isWanted({ types }: Delivery): boolean {
    return types.some((type) => this.#types.has(type));
  }

  /** @throws DeliveryGap when the stream was cleared meanwhile, and filled again maybe: the sequence may be another message's by now. */
  async #bodyOf(manager: JetStreamManager, { sequence, logPosition }: Delivery): Promise<MessageBody> {
    const message = await messageAt(manager, this.#stream, sequence);
    const found = logPositionOf(message?.header);
    if (!message || !logPosition || !found || compareLogPositions(found, logPosition) !== 0)
      throw new DeliveryGap('A message went before its body was fetched');
    return new MessageBody(message.data);
  }
}

type FeedOfReader = Pick<SourceFeed, 'enterWindow' | 'coveringWindow' | 'stream'>;

/** One consumer's way through a source. It moves between subscriptions as it falls behind and catches up. */
export class FeedReader {
  readonly #feed: FeedOfReader;
  #window!: FeedWindow;
  #standing: Standing;
  /** Index in the window of the next message. */
  #next = 0;
  #settled = 0;
  #settledNumber = 0;
  #leftMore = false;
  #isClosed = false;
  #isWaiting = false;
  readonly #stall = new AbortController();

  private constructor(feed: FeedOfReader, standing: Standing) {
    this.#feed = feed;
    this.#standing = standing;
  }

  static async open(feed: FeedOfReader, standing: Standing): Promise<FeedReader> {
    const reader = new FeedReader(feed, standing);
    await feed.enterWindow(standing, (window) => reader.#enter(window));
    return reader;
  }

  /** Number in the stream of the last event that the reader has settled; 0 before the first, and while it looks for its checkpoint. */
  get settledNumber(): number {
    return this.#settledNumber;
  }

  /** The last take has left messages that were there already. */
  get leftMore(): boolean {
    return this.#leftMore;
  }

  /** Sequence of the message that it took last, while it waits for the next one. */
  get waitsBehind(): number | undefined {
    return this.#isWaiting ? this.#standing.sequence : undefined;
  }

  /** Ends the wait for a message that does not come: the reader fails. */
  giveUpWaiting(): void {
    this.#stall.abort();
  }

  /** For the window: what lies before is not needed any more. */
  get next(): number {
    return this.#next;
  }

  /** At least one message, together at most `most` events unless the first alone has more; none when `signal` ended the wait. @throws DeliveryGap */
  async take(most: number, signal: AbortSignal): Promise<readonly Delivery[]> {
    while (!signal.aborted) {
      await this.#moveIfBetter();
      // The window may have gone on while it was entered.
      if (this.#next < this.#window.begin) continue;
      const taken = this.#window.read(this.#next, most);
      const last = taken.at(-1);
      if (last) {
        this.#next += taken.length;
        this.#leftMore = this.#next < this.#window.end;
        this.#standing = {
          logPosition: last.logPosition ?? this.#standing.logPosition,
          number: last.number || this.#standing.number,
          sequence: last.sequence,
        };
        this.#window.hasRead();
        return taken;
      }
      if (this.#window.failure) throw this.#window.failure;
      this.#isWaiting = true;
      await this.#window.arrival(AbortSignal.any([signal, this.#stall.signal]));
      this.#isWaiting = false;
      if (this.#stall.signal.aborted)
        throw new DeliveryGap(`The stream ${this.#feed.stream.name} holds messages that do not come`);
    }
    return [];
  }

  /** The reader is done with all that it has taken. */
  settle(): void {
    this.#settled = this.#next;
    this.#settledNumber = this.#standing.number;
  }

  /** Asks the server: has this reader settled everything that the stream holds? */
  async isDrained(): Promise<boolean> {
    const window = this.#window;
    return (await window.hasEverything()) && window === this.#window && this.#settled === window.end && !this.#isClosed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#window.leave(this);
  }

  /** To a new window when this one went on without the reader; to somebody else's when nobody but the reader needs this one. */
  async #moveIfBetter(): Promise<void> {
    const left = this.#window;
    if (this.#next < left.begin) await this.#feed.enterWindow(this.#standing, (window) => this.#enter(window));
    else if (left.isOnlyFor(this)) {
      const other = this.#feed.coveringWindow(this.#standing.logPosition, left);
      if (other) this.#enter(other);
    }
    if (left !== this.#window) await left.leave(this);
  }

  /** Between the look whether a window covers the reader and this nothing may be waited for: the window could go on meanwhile. */
  #enter(window: FeedWindow): void {
    const { logPosition } = this.#standing;
    const { next, before } = window.join(this, logPosition);
    this.#window = window;
    this.#next = next;
    this.#settled = next;
    // As the stream is now: it may have been filled again since the reader's checkpoint was written.
    this.#standing = { logPosition, number: before.number, sequence: before.sequence };
    this.#settledNumber = before.number;
  }
}

/** Where the hinted message says when it holds the log position, otherwise at the first: what was applied is skipped. */
export const startSequence = async (
  manager: JetStreamManager,
  stream: EventStream,
  { logPosition, sequence }: Checkpoint,
) =>
  (sequence > 0 ? startBehind(await messageAt(manager, stream, sequence), logPosition) : undefined) ?? {
    sequence: 1,
    number: 0,
  };
