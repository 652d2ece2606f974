import type { Duplex } from 'node:stream';
import { ClientFrame, closeCodes, errorRules } from '@hearsay/contracts';
import type { RawData, WebSocket } from 'ws';
import type { Reader } from '../access/rate-limiter.js';
import type { Viewer } from '../access/sessions.js';
import { errorFrame, type RoomViewer, resyncFrame, serverFrame } from './room-audience.js';

/** The most UTF-16 units in a frame of a client. */
const maxFrameLength = 4096;
/** How many frames a client may send within the window. */
const framesPerWindow = 300;
/** The window in which a client's frames are counted. */
const frameWindowMs = 10_000;

/** One of the client's frames; null for whatever is none. */
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

/** How many frames a client may send: 300 in 10 s. */
export class FrameBudget {
  #windowStartsAt = Number.NEGATIVE_INFINITY;
  #framesInWindow = 0;

  /** False: one too many. */
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

/** Bytes that wait for sockets to read them, at most. */
export interface SocketMemoryLimits {
  readonly perSocket: number;
  readonly perAddress: number;
  readonly perProcess: number;
}

/** What a socket may leave unread even when its address or the process is full: a moment's news of a busy room. */
const alwaysAllowed = 64 * 1024;

/** What waits for one socket. */
export interface SocketBacklog {
  /** Whether so many unread bytes are too many to add to, see `SocketMemory`. */
  isTooMuch(unread: number): boolean;
  /** So many bytes wait now. */
  count(unread: number): void;
}

/**
 * Bytes that this process holds for slow sockets. A socket is slow when it alone has too much unread. When an address
 * or the process is full, every socket with more than a moment’s news is slow.
 */
export class SocketMemory {
  readonly #ofAddresses = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly limits: SocketMemoryLimits,
    private readonly onChange: (total: number) => void = () => undefined,
  ) {}

  get total(): number {
    return this.#total;
  }

  /** For a socket of this address; to be counted down to 0 when it closes. */
  backlog(address: string): SocketBacklog {
    let counted = 0;
    return {
      isTooMuch: (unread) =>
        unread > this.limits.perSocket ||
        (unread > alwaysAllowed &&
          (this.#total > this.limits.perProcess || (this.#ofAddresses.get(address) ?? 0) > this.limits.perAddress)),
      count: (unread) => {
        if (unread === counted) return;
        this.#add(address, unread - counted);
        counted = unread;
      },
    };
  }

  #add(address: string, change: number): void {
    this.#total += change;
    this.onChange(this.#total);
    const ofAddress = (this.#ofAddresses.get(address) ?? 0) + change;
    if (ofAddress > 0) this.#ofAddresses.set(address, ofAddress);
    else this.#ofAddresses.delete(address);
  }
}

/** How many malformed frames a socket may send. */
const maxBadFrames = 10;

const pong = serverFrame({ type: 'pong', data: { message: '' } });

interface Connection {
  readonly socket: WebSocket;
  /** The connection under the socket: it drains when the peer has read everything. */
  readonly stream: Duplex;
  /** Null for visitors. */
  readonly viewer: Viewer | null;
  readonly address: string;
  readonly backlog: SocketBacklog;
  readonly slowTimeoutMs: number;
  /** How long the peer may take to answer a close before it is cut off. */
  readonly closeTimeoutMs: number;
  onSlow(): void;
}

/** One connection: what is written to it, what it says, and how it ends. */
export class LiveSocket implements RoomViewer {
  readonly viewer: Viewer | null;
  /** For the limits of what it reads. */
  readonly reader: Reader;
  readonly #connection: Connection;
  /** By question, a mark that changes with every join. */
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
    this.reader = { accountId: connection.viewer?.accountId ?? null, address: connection.address };
    const { socket, stream } = connection;
    socket.on('message', (data, isBinary) => this.#receive(readClientFrame(data, isBinary)));
    // `ws` would answer every ping, also those of a peer that reads nothing.
    socket.on('ping', (data) => {
      if (this.#budget.take() && !this.#isTooMuch()) socket.pong(data);
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // An unreadable frame ends the connection by `ws` itself.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    stream.on('drain', () => this.#drained());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Rooms in which this socket has something to hear again. */
  get pendingResyncs(): number {
    return this.#pendingResyncs.size;
  }

  /** Takes what the client says from here on, each frame checked by its contract. */
  onFrame(hear: (frame: ClientFrame) => void): void {
    this.#hear = hear;
  }

  onEnd(ending: () => void): void {
    this.#endings.push(ending);
  }

  write(frame: Buffer): boolean {
    const { socket, backlog } = this.#connection;
    if (!this.#isOpen || socket.readyState !== socket.OPEN) return true;
    if (this.#isTooMuch()) {
      this.#markSlow();
      return false;
    }
    socket.send(frame, { binary: false });
    backlog.count(socket.bufferedAmount);
    return true;
  }

  queueResync(questionId: string): void {
    this.joined.delete(questionId);
    this.#pendingResyncs.add(questionId);
  }

  /** The client has left the room, or comes into it anew. */
  dropResync(questionId: string): void {
    this.#pendingResyncs.delete(questionId);
  }

  /** Says now or later that the room must be read again. */
  resync(questionId: string): void {
    if (!this.write(resyncFrame(questionId))) this.queueResync(questionId);
  }

  pong(): void {
    this.write(pong);
  }

  ping(): void {
    this.isAlive = false;
    this.#connection.socket.ping();
  }

  /** Says a last word and closes; a peer that does not answer is cut off. */
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

  #isTooMuch(): boolean {
    return this.#isSlow || this.#connection.backlog.isTooMuch(this.#connection.socket.bufferedAmount);
  }

  #markSlow(): void {
    if (this.#isSlow) return;
    this.#isSlow = true;
    this.#connection.onSlow();
    this.#tooSlow = setTimeout(() => {
      this.close(closeCodes.tooSlow);
    }, this.#connection.slowTimeoutMs);
  }

  #drained(): void {
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

  #refuse(code: 'invalid_input' | 'rate_limited'): void {
    this.#badFrames += 1;
    this.write(errorFrame(code, errorRules[code].text));
    if (this.#badFrames >= maxBadFrames) this.close(closeCodes.tooManyBadFrames);
  }
}
