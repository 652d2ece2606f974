import type { Duplex } from 'node:stream';
import { ClientFrame, closeCodes, errorRules, Refusal } from '@hearsay/contracts';
import type { RawData, WebSocket } from 'ws';
import type { Viewer } from '../http/call.js';
import { errorFrame, resyncFrame, serverFrame } from './frames.js';
import type { RoomViewer } from './room.js';
import type { Rooms } from './rooms.js';

/** How many unread bytes make a socket slow: it is then skipped until it has read everything. */
const slowBytes = 1024 * 1024;
/** How long a socket may stay slow before it is closed. */
const slowTimeoutMs = 10_000;
/** How long a peer may take to answer a close before it is cut off. */
const closeTimeoutMs = 1000;
/** How many malformed frames a socket may send. */
const maxBadFrames = 10;
/** The most UTF-16 units in a frame of a client. */
const maxFrameLength = 4096;
/** How many frames a client may send within the window. */
const framesPerWindow = 300;
/** The window in which a client's frames are counted. */
const frameWindowMs = 10_000;

const pong = serverFrame({ type: 'pong', data: { message: '' } });

export interface SocketDependencies {
  readonly rooms: Rooms;
  readonly roomsPerSocket: number;
  onSlow(): void;
}

/** One connection: what it sends, what it is owed, and how it ends. */
export class LiveSocket implements RoomViewer {
  /** By question, a mark that changes with every join. */
  readonly #joined = new Map<string, symbol>();
  readonly #pendingResyncs = new Set<string>();
  #isSlow = false;
  #isOpen = true;
  #tooSlow: NodeJS.Timeout | undefined;
  #badFrames = 0;
  #windowStartsAt = 0;
  #framesInWindow = 0;
  isAlive = true;

  constructor(
    private readonly socket: WebSocket,
    /** The connection under the socket, for frames that are made once and written to many. */
    private readonly stream: Duplex,
    /** Null for visitors. */
    readonly viewer: Viewer | null,
    private readonly dependencies: SocketDependencies,
  ) {
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // An unreadable frame ends the connection by `ws` itself.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    stream.on('drain', () => this.#payDebts());
  }

  write(frame: Buffer): boolean {
    if (!this.#isOpen || this.socket.readyState !== this.socket.OPEN) return true;
    if (this.#isSlow || this.stream.writableLength > slowBytes) {
      this.#markSlow();
      return false;
    }
    this.stream.write(frame);
    return true;
  }

  queueResync(questionId: string): void {
    this.#joined.delete(questionId);
    this.#pendingResyncs.add(questionId);
  }

  ping(): void {
    this.isAlive = false;
    this.socket.ping();
  }

  /** Says a last word and closes; a peer that does not answer is cut off. */
  close(code: number, lastFrame?: Buffer): void {
    if (lastFrame) this.write(lastFrame);
    this.#isOpen = false;
    this.socket.close(code);
    setTimeout(() => this.socket.terminate(), closeTimeoutMs).unref();
  }

  terminate(): void {
    this.socket.terminate();
  }

  #end(): void {
    this.#isOpen = false;
    clearTimeout(this.#tooSlow);
    for (const questionId of this.#joined.keys()) this.dependencies.rooms.leave(this, questionId);
    this.#joined.clear();
    this.#pendingResyncs.clear();
  }

  #markSlow(): void {
    if (this.#isSlow) return;
    this.#isSlow = true;
    this.dependencies.onSlow();
    this.#tooSlow = setTimeout(() => {
      this.close(closeCodes.tooSlow);
    }, slowTimeoutMs);
  }

  #payDebts(): void {
    if (!this.#isSlow || !this.#isOpen) return;
    this.#isSlow = false;
    clearTimeout(this.#tooSlow);
    const pendingResyncs = [...this.#pendingResyncs];
    this.#pendingResyncs.clear();
    for (const questionId of pendingResyncs) this.write(resyncFrame(questionId));
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.#isOpen) return;
    if (!this.#isWithinBudget()) {
      this.#refuse('rate_limited');
      return;
    }
    const frame = isBinary ? null : readFrame(data);
    if (!frame) this.#refuse('invalid_input');
    else if (frame.type === 'ping') this.write(pong);
    else if (frame.type === 'leave') this.#leave(frame.data.questionId);
    else void this.#join(frame.data.questionId, frame.data.after ?? null);
  }

  async #join(questionId: string, after: number | null): Promise<void> {
    if (!this.#joined.has(questionId) && this.#joined.size >= this.dependencies.roomsPerSocket) {
      this.write(errorFrame('rate_limited', 'Too many questions at once', questionId));
      return;
    }
    const mark = Symbol(questionId);
    this.#joined.set(questionId, mark);
    this.#pendingResyncs.delete(questionId);
    const isWanted = () => this.#isOpen && this.#joined.get(questionId) === mark;
    try {
      const outcome = await this.dependencies.rooms.join(this, questionId, after, isWanted);
      if (outcome === 'done' || !isWanted()) return;
      this.#joined.delete(questionId);
      if (outcome === 'resync') this.#resync(questionId);
      else this.write(errorFrame('not_found', 'Question not found', questionId));
    } catch (error) {
      if (!isWanted()) return;
      this.#joined.delete(questionId);
      const code = error instanceof Refusal ? error.code : 'internal';
      this.write(errorFrame(code, errorRules[code].text, questionId));
    }
  }

  #resync(questionId: string): void {
    if (!this.write(resyncFrame(questionId))) this.queueResync(questionId);
  }

  #leave(questionId: string): void {
    this.#joined.delete(questionId);
    this.#pendingResyncs.delete(questionId);
    this.dependencies.rooms.leave(this, questionId);
  }

  #refuse(code: 'invalid_input' | 'rate_limited'): void {
    this.#badFrames += 1;
    this.write(errorFrame(code, errorRules[code].text));
    if (this.#badFrames >= maxBadFrames) this.close(closeCodes.tooManyBadFrames);
  }

  #isWithinBudget(): boolean {
    const now = Date.now();
    if (now - this.#windowStartsAt > frameWindowMs) {
      this.#windowStartsAt = now;
      this.#framesInWindow = 0;
    }
    this.#framesInWindow += 1;
    return this.#framesInWindow <= framesPerWindow;
  }
}

/** Null for whatever is none of the client's frames. */
const readFrame = (data: RawData): ClientFrame | null => {
  try {
    const text = data.toString();
    if (text.length > maxFrameLength) return null;
    const parsed = ClientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};
