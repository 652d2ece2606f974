import type { Duplex } from 'node:stream';
import { ClientFrame, closeCodes, errorRules, type Mutes } from '@hearsay/contracts';
import type { RawData, WebSocket } from 'ws';
import type { Reader } from '../access/rate-limiter.js';
import type { Viewer } from '../access/sessions.js';
import { SlotCounts } from '../access/slots.js';
import { encodeServerFrame, errorFrame, type RoomViewer, resyncFrame } from './room-frames.js';

/** UTF-16 units. A longer frame counts as malformed. */
const maxFrameLength = 4096;
const framesPerWindow = 300;
const frameWindowMs = 10_000;

const readClientFrame = (data: RawData, isBinary: boolean): ClientFrame | null => {
  if (isBinary) return null;
  try {
    const text = data.toString();
    if (text.length > maxFrameLength) return null;
    const parsed = ClientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** Limits the frames that a client sends in a window of time. */
export class FrameBudget {
  #windowStartsAt = Number.NEGATIVE_INFINITY;
  #framesInWindow = 0;

  /** Counts a frame. False if the window already had its maximum. */
  take(): boolean {
    const now = performance.now();
    if (now - this.#windowStartsAt > frameWindowMs) {
      this.#windowStartsAt = now;
      this.#framesInWindow = 0;
    }
    this.#framesInWindow += 1;
    return this.#framesInWindow <= framesPerWindow;
  }
}

/** Bytes that clients have not read yet. */
export interface SocketMemoryLimits {
  readonly perSocket: number;
  readonly perAddress: number;
  readonly perProcess: number;
}

/** Bytes that a socket may leave unread even if its address or the process has reached a limit. */
const alwaysAllowed = 64 * 1024;

/**
 * Limits the bytes that sockets leave unread. A socket with more than `perSocket` is slow. While its address or the
 * process is above its limit, a socket with more than `alwaysAllowed` is slow.
 */
export class SocketMemory {
  readonly #ofAddresses = new SlotCounts();
  #total = 0;

  constructor(
    private readonly limits: SocketMemoryLimits,
    private readonly onChange: (total: number) => void = () => undefined,
  ) {}

  /** Returns the counter of one socket. The caller must call `count(0)` when the socket closes. */
  backlog(address: string) {
    let counted = 0;
    return {
      isOverLimit: (unread: number): boolean =>
        unread > this.limits.perSocket ||
        (unread > alwaysAllowed &&
          (this.#total > this.limits.perProcess || this.#ofAddresses.of(address) > this.limits.perAddress)),
      count: (unread: number): void => {
        if (unread === counted) return;
        this.#total += unread - counted;
        this.onChange(this.#total);
        this.#ofAddresses.add(address, unread - counted);
        counted = unread;
      },
    };
  }
}

const maxBadFrames = 10;

const pong = encodeServerFrame({ type: 'pong', data: { message: '' } });

interface Connection {
  readonly socket: WebSocket;
  /** Emits `drain` when no bytes are pending. */
  readonly stream: Duplex;
  readonly viewer: Viewer | null;
  readonly address: string;
  readonly backlog: ReturnType<SocketMemory['backlog']>;
  readonly slowTimeoutMs: number;
  readonly closeTimeoutMs: number;
  onSlow(): void;
}

export class LiveSocket implements RoomViewer {
  readonly viewer: Viewer | null;
  readonly reader: Reader;
  mutes: Mutes | undefined;
  readonly #connection: Connection;
  /**
   * The newest join of each question. A running join goes on only while its own symbol is here. A newer join replaces
   * the symbol, and a leave deletes it.
   */
  readonly joined = new Map<string, symbol>();
  readonly #budget = new FrameBudget();
  readonly #pendingResyncs = new Set<string>();
  readonly #endings: (() => void)[] = [];
  #hear: ((frame: ClientFrame) => void) | undefined;
  #isSlow = false;
  #isOpen = true;
  #tooSlow: NodeJS.Timeout | undefined;
  #badFrames = 0;
  isAlive = true;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.viewer = connection.viewer;
    this.mutes = connection.viewer?.mutes;
    this.reader = { accountId: connection.viewer?.accountId ?? null, address: connection.address };
    const { socket, stream } = connection;
    socket.on('message', (data, isBinary) => this.#receive(readClientFrame(data, isBinary)));
    // This class answers pings, because `ws` would answer every ping, even from a peer that reads nothing.
    socket.on('ping', (data) => {
      if (this.#budget.take() && !this.#isOverLimit()) socket.pong(data);
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // `ws` itself closes a connection after an invalid frame.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    stream.on('drain', () => this.#onDrain());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of rooms that a slow client must read again once it has caught up. */
  get pendingResyncs(): number {
    return this.#pendingResyncs.size;
  }

  onFrame(hear: (frame: ClientFrame) => void): void {
    this.#hear = hear;
  }

  onEnd(ending: () => void): void {
    this.#endings.push(ending);
  }

  /** False if the client reads too slowly. True for a closed socket, although nothing is sent. */
  write(frame: Buffer): boolean {
    const { socket, backlog } = this.#connection;
    if (!this.#isOpen || socket.readyState !== socket.OPEN) return true;
    if (this.#isOverLimit()) {
      this.#markSlow();
      return false;
    }
    socket.send(frame, { binary: false });
    backlog.count(socket.bufferedAmount);
    return true;
  }

  /** Ends the socket's join of this room, and sends `resync` once the client has read everything. */
  queueResync(questionId: string): void {
    this.joined.delete(questionId);
    this.#pendingResyncs.add(questionId);
  }

  dropResync(questionId: string): void {
    this.#pendingResyncs.delete(questionId);
  }

  /** Tells the client to read the room again, now or once it has caught up. */
  resync(questionId: string): void {
    if (!this.write(resyncFrame(questionId))) this.queueResync(questionId);
  }

  pong(): void {
    this.write(pong);
  }

  /** Sets `isAlive` to false until the pong arrives. */
  ping(): void {
    this.isAlive = false;
    this.#connection.socket.ping();
  }

  /** Terminates the socket if the client does not close in time. */
  close(code: number, lastFrame?: Buffer): void {
    const { socket } = this.#connection;
    if (lastFrame) this.write(lastFrame);
    this.#isOpen = false;
    socket.close(code);
    setTimeout(() => socket.terminate(), this.#connection.closeTimeoutMs).unref();
  }

  terminate(): void {
    this.#connection.socket.terminate();
  }

  #end(): void {
    this.#isOpen = false;
    clearTimeout(this.#tooSlow);
    this.#connection.backlog.count(0);
    for (const ending of this.#endings) ending();
    this.#pendingResyncs.clear();
  }

  #isOverLimit(): boolean {
    return this.#isSlow || this.#connection.backlog.isOverLimit(this.#connection.socket.bufferedAmount);
  }

  /** Closes the socket unless the client catches up in time. */
  #markSlow(): void {
    if (this.#isSlow) return;
    this.#isSlow = true;
    this.#connection.onSlow();
    this.#tooSlow = setTimeout(() => {
      this.close(closeCodes.tooSlow);
    }, this.#connection.slowTimeoutMs);
  }

  #onDrain(): void {
    this.#connection.backlog.count(0);
    if (!this.#isSlow || !this.#isOpen) return;
    this.#isSlow = false;
    clearTimeout(this.#tooSlow);
    const pending = [...this.#pendingResyncs];
    this.#pendingResyncs.clear();
    for (const questionId of pending) this.resync(questionId);
  }

  #receive(frame: ClientFrame | null): void {
    if (!this.#isOpen) return;
    if (!this.#budget.take()) this.#refuse('rate_limited');
    else if (frame) this.#hear?.(frame);
    else this.#refuse('invalid_input');
  }

  /** Answers a bad frame. Closes the socket after too many of them. */
  #refuse(code: 'invalid_input' | 'rate_limited'): void {
    this.#badFrames += 1;
    this.write(errorFrame(code, errorRules[code].text));
    if (this.#badFrames >= maxBadFrames) this.close(closeCodes.tooManyBadFrames);
  }
}
