import { type ClientFrame, closeCodes, ServerFrame } from '@hearsay/contracts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 20_000;
const PING_MS = 25_000;
const PONG_WITHIN_MS = 10_000;

/** Called at every join. Null requests only entries from now on. */
type LastNumber = () => number | null;

type Listener = (frame: ServerFrame) => void;

/** Reconnects with exponential backoff and joins its rooms from their last numbers. Polls bring the same data later. */
export class LiveSocket {
  readonly #url: string;
  #socket: WebSocket | null = null;
  readonly #listeners = new Set<Listener>();
  readonly #rooms = new Map<string, LastNumber>();
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Connects at the first listener. @returns the cleanup, which disconnects after the last one */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#connect();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Joins again after each reconnection. @returns a function that leaves the room */
  enterRoom(questionId: string, lastNumber: LastNumber): () => void {
    this.#rooms.set(questionId, lastNumber);
    this.join(questionId);
    return () => {
      if (this.#rooms.get(questionId) !== lastNumber) return;
      this.#rooms.delete(questionId);
      this.#send({ type: 'leave', data: { questionId } });
    };
  }

  join(questionId: string): void {
    const lastNumber = this.#rooms.get(questionId);
    if (lastNumber) this.#send({ type: 'join', data: { questionId, after: lastNumber() } });
  }

  /** Call it when the server has ended the connection with its session, but the user has a new session. */
  reopen(): void {
    this.close();
    this.#connectLater(true);
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#stopPinging();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    if (this.#socket || this.#retry !== undefined) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.#url);
    } catch {
      // Settings and extensions can forbid sockets. Polls continue.
      this.#connectLater(false);
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      for (const questionId of this.#rooms.keys()) this.join(questionId);
      this.#ping = setInterval(() => this.#sendPing(), PING_MS);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#stopPinging();
      if (code !== closeCodes.signedOut) this.#connectLater(code === closeCodes.moving);
    };
  }

  /** @param isMoving true if the connection ended as intended, so that the pause stays short */
  #connectLater(isMoving: boolean): void {
    if (this.#listeners.size === 0) return;
    const pause = isMoving ? FIRST_RETRY_MS : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined;
        this.#connect();
      },
      pause * (0.5 + Math.random() / 2),
    );
  }

  #receive(data: unknown): void {
    let frame: ServerFrame;
    try {
      frame = ServerFrame.parse(JSON.parse(String(data)));
    } catch (error) {
      console.warn('A live message could not be read', error);
      return;
    }
    if (frame.type === 'pong') {
      clearTimeout(this.#pong);
      this.#pong = undefined;
      return;
    }
    for (const listener of this.#listeners) listener(frame);
  }

  /** Closes the connection if it answers no ping. On phones, connections often end without notice. */
  #sendPing(): void {
    this.#send({ type: 'ping', data: {} });
    this.#pong ??= setTimeout(() => {
      this.#pong = undefined;
      this.#socket?.close();
    }, PONG_WITHIN_MS);
  }

  #stopPinging(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}
