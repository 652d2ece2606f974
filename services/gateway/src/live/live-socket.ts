import type { Duplex } from 'node:stream';
import { type ClientFrame, closeCodes, errorRules } from '@hearsay/contracts';
import type { WebSocket } from 'ws';
import type { Reader } from '../access/read-limits.js';
import type { Viewer } from '../access/viewer.js';
import { FrameBudget, readClientFrame } from './client-frames.js';
import { errorFrame, resyncFrame, serverFrame } from './frames.js';
import type { RoomViewer } from './room-audience.js';
import type { SocketBacklog } from './socket-memory.js';

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
