import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { mustEqual } from './benchmark.ts';
import type { LoadResult } from './closed-loop.ts';
import { percentile } from './statistics.ts';

/** A gateway collects messages for 25 ms. A burst that follows after this longer pause gets its own frame. */
const apartMs = 40;
/** Maximum number of unanswered bursts. With few bursts, no server queues messages. */
const burstsUnderWay = 8;
const keptFrames = 512;
const timedListener = 10;
const hearTimeoutMs = 60_000;
const joinedAtOnce = 50;
/** Captures the time of sending, in milliseconds since 1970. */
const sentAt = /^Sent at (\d+)/;

interface RoomFrame {
  readonly type: string;
  readonly data: {
    readonly lastNumber: number;
    readonly from: number;
    readonly to: number;
    readonly entries: readonly { readonly number: number; readonly discussion?: { readonly content: string | null } }[];
  };
}

/** A parsed frame. Every listener of a room receives the same bytes, so each frame is parsed once. */
interface ReadFrame {
  readonly bytes: Buffer;
  readonly entries: number;
  readonly sentAt: readonly number[];
}

/** Recognises `{"type":"room"…` by two bytes that no other type has. */
const isRoomFrame = (payload: Buffer): boolean => payload[9] === 0x72 && payload[10] === 0x6f;

/** `perFrame` is the mean number of entries in a received frame. */
export interface RoomLoadResult extends LoadResult {
  readonly perFrame: number;
}

/** A room with listeners. Each listener must receive the number of every entry once, in order. */
export class Room {
  readonly #url: URL;
  readonly #questionId: string;
  readonly #say: (content: string) => Promise<unknown>;
  readonly #sockets: WebSocket[] = [];
  readonly #heard: number[] = [];
  readonly #frames = new Map<number, ReadFrame>();
  readonly #faults: string[] = [];
  #stalled: { socket: WebSocket; isResynchronised: Promise<boolean> }[] = [];
  #delays: number[] = [];
  #frameCount = 0;
  #deliveries = 0;
  #addresses = 0;
  #lastNumber = 0;
  entry: unknown;

  /** @param say sends one message into the room */
  constructor(url: string, questionId: string, say: (content: string) => Promise<unknown>) {
    this.#url = new URL('/ws', url);
    this.#questionId = questionId;
    this.#say = say;
  }

  get listeners(): number {
    return this.#heard.length;
  }

  /** Adds listeners. Call it while no message is under way, because all must be at the same number. */
  async join(count: number): Promise<void> {
    for (let left = count; left > 0; left -= joinedAtOnce) {
      await Promise.all(Array.from({ length: Math.min(joinedAtOnce, left) }, () => this.#joinOne()));
    }
    const numbers = new Set(this.#heard);
    if (numbers.size !== 1) throw new Error('The room has several last numbers before anything was said');
    this.#lastNumber = this.#heard[0]!;
  }

  async #joinOne(): Promise<void> {
    const listener = this.#heard.push(0) - 1;
    const socket = await this.#open(
      ({ type, data }) => {
        if (type === 'joined') this.#heard[listener] = data.lastNumber;
        else if (type !== 'counts') this.#faults.push(`a frame ${type} for a listener who reads`);
      },
      (code) => this.#faults.push(`a listener's socket has ended (${code})`),
      (payload) => this.#hear(listener, payload),
    );
    this.#sockets.push(socket);
  }

  /** Adds sockets that join the room and then read nothing until `wake`. */
  async stall(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { promise: isResynchronised, resolve } = Promise.withResolvers<boolean>();
      const socket = await this.#open(
        ({ type }) => type === 'resync' && resolve(true),
        () => resolve(false),
      );
      socket.pause();
      this.#stalled.push({ socket, isResynchronised });
    }
  }

  /** @returns one value per socket: true if the gateway resynchronised the socket, false if the gateway closed it */
  async wake(count: number): Promise<boolean[]> {
    const awake = this.#stalled.splice(0, count);
    for (const { socket } of awake) socket.resume();
    const outcomes = await Promise.all(awake.map(({ isResynchronised }) => isResynchronised));
    for (const { socket } of awake) socket.terminate();
    return outcomes;
  }

  /**
   * Sends bursts for `seconds`, then waits until every listener has received all messages. An operation of the result
   * is one message that one listener has received.
   * @param isPaced if true, bursts start at fixed times. Otherwise a burst starts when the listeners have caught up.
   */
  async talk(seconds: number, burst: number, words: string, isPaced: boolean): Promise<RoomLoadResult> {
    const startedAt = performance.now();
    const before = this.#lastNumber;
    const said: Promise<unknown>[] = [];
    for (let round = 0; performance.now() - startedAt < seconds * 1000; round += 1) {
      const dueInMs = isPaced ? startedAt + round * apartMs - performance.now() : 0;
      if (dueInMs > 0) await pause(dueInMs);
      await this.#untilReceived(this.#lastNumber - (burstsUnderWay - 1) * burst);
      for (let index = 0; index < burst; index += 1) said.push(this.#say(`Sent at ${Date.now()}${words}`));
      this.#lastNumber += burst;
    }
    await Promise.all(said);
    await this.#untilReceived(this.#lastNumber);
    const tookMs = performance.now() - startedAt;
    const completed = this.#deliveries;
    mustEqual('Deliveries', completed, (this.#lastNumber - before) * this.listeners);
    const result = {
      completed,
      seconds: tookMs / 1000,
      p99: percentile(this.#delays, 0.99),
      perFrame: completed / this.#frameCount,
    };
    [this.#deliveries, this.#frameCount, this.#delays] = [0, 0, []];
    return result;
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async #open(
    onFrame: (frame: RoomFrame) => unknown,
    onEnd: (code: number) => void,
    onRoom?: (payload: Buffer) => void,
  ): Promise<WebSocket> {
    const joined = Promise.withResolvers<void>();
    const onText = (payload: Buffer) => {
      if (isRoomFrame(payload)) return onRoom?.(payload);
      const frame = JSON.parse(payload.toString()) as RoomFrame;
      onFrame(frame);
      if (frame.type === 'joined') joined.resolve();
    };
    this.#addresses += 1;
    // Gives each socket its own client address. The gateway trusts this header from its own machine.
    const headers = { 'x-forwarded-for': `10.1.${this.#addresses >> 8}.${this.#addresses & 255}` };
    const socket = new WebSocket(this.#url, { headers, perMessageDeflate: false, skipUTF8Validation: true });
    socket.on('message', onText);
    socket.on('close', onEnd);
    socket.on('error', joined.reject);
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'join', data: { questionId: this.#questionId, after: null } })),
    );
    await joined.promise;
    return socket;
  }

  #hear(listener: number, payload: Buffer): void {
    const before = this.#heard[listener]!;
    const known = this.#frames.get(before + 1);
    const frame = known?.bytes.equals(payload) ? known : this.#read(payload, before + 1);
    if (!frame) return;
    this.#heard[listener] = before + frame.entries;
    this.#deliveries += frame.entries;
    this.#frameCount += 1;
    if (listener % timedListener === 0) for (const instant of frame.sentAt) this.#delays.push(Date.now() - instant);
  }

  #read(payload: Buffer, expected: number): ReadFrame | undefined {
    const { from, to, entries } = (JSON.parse(payload.toString()) as RoomFrame).data;
    const isWhole =
      from === expected &&
      to === from + entries.length - 1 &&
      entries.every(({ number }, index) => number === from + index);
    if (!isWhole) {
      this.#faults.push(`numbers ${from} to ${to} (${entries.length} entries) where ${expected} comes next`);
      return undefined;
    }
    this.entry ??= entries[0];
    const instants = entries.map(({ discussion }) => Number(sentAt.exec(discussion?.content ?? '')?.[1]));
    const frame = { bytes: Buffer.from(payload), entries: entries.length, sentAt: instants };
    this.#frames.set(from, frame);
    if (this.#frames.size > keptFrames) this.#frames.delete(this.#frames.keys().next().value!);
    return frame;
  }

  /** @throws as soon as a listener has missed or repeated a number */
  async #untilReceived(upTo: number): Promise<void> {
    const until = performance.now() + hearTimeoutMs;
    const isHeard = () => this.#heard.every((last) => last >= upTo);
    for (; ; await pause(1)) {
      mustEqual('Numbers that were missed, came twice or in another order', this.#faults.slice(0, 3), []);
      if (isHeard()) return;
      if (performance.now() > until) throw new Error(`Listeners still wait for number ${upTo}`);
    }
  }
}
