import { ServerFrame, type ServerFrameOf, type SharedDiscussion, type SharedEntry } from '@hearsay/contracts';
import { WebSocket } from 'ws';
import { eventually } from './conditions.js';

type Data<T extends ServerFrame['type']> = ServerFrameOf<T>['data'];

/** The cookie, query and headers with which a client opens its socket. */
export interface SocketOptions {
  readonly cookie?: string | undefined;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

const maxEntriesOfFrame = 500;

export class BrokenFrameError extends Error {
  override readonly name = 'BrokenFrameError';
}

/** A client of the gateway's socket. It cuts the connection if a frame does not match its schema. */
export class LiveClient {
  readonly frames: ServerFrame[] = [];
  readonly texts: string[] = [];
  onFrame: (frame: ServerFrame) => void = () => undefined;
  closeCode: number | undefined;
  readonly socket: WebSocket;
  #broken: BrokenFrameError | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#take(data.toString()));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  static open(url: string, opening?: SocketOptions): Promise<LiveClient> {
    const client = new LiveClient(connect(url, opening));
    return new Promise((resolve, reject) => {
      client.socket.once('open', () => resolve(client));
      client.socket.once('error', reject);
    });
  }

  /** Tries to open a socket. Resolves with the HTTP status, 101 for an opened socket, which is then closed. */
  static statusOf(url: string, opening?: SocketOptions): Promise<number> {
    const { socket } = new LiveClient(connect(url, opening));
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('upgrade', (response) => resolve(response.statusCode ?? 0));
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      socket.once('open', () => socket.terminate());
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  sendJoin(questionId: string, after: number | null = null): void {
    this.send({ type: 'join', data: { questionId, after } });
  }

  /** Joins a question's room and waits for the answer. */
  async join(questionId: string, after: number | null = null): Promise<this> {
    const before = this.of('joined').length;
    this.sendJoin(questionId, after);
    await this.next('joined', (data, index) => index >= before && data.questionId === questionId);
    return this;
  }

  /** Waits until the gateway has answered every frame that was sent before. */
  async pong(): Promise<void> {
    const before = this.of('pong').length;
    this.send({ type: 'ping' });
    await this.next('pong', (_data, index) => index === before);
  }

  of<T extends ServerFrame['type']>(type: T): Data<T>[] {
    return this.frames.filter((frame) => frame.type === type).map((frame) => frame.data as Data<T>);
  }

  /** Waits for a frame of a type. `index` is its position among the frames of this type. */
  next<T extends ServerFrame['type']>(
    type: T,
    isWanted: (data: Data<T>, index: number) => boolean = () => true,
  ): Promise<Data<T>> {
    return this.#found(`a frame ${type}`, () => this.of(type).find(isWanted));
  }

  until(what: string, holds: () => boolean): Promise<void> {
    return eventually(
      () => `${what}. Frames: ${this.texts.slice(-5).join(' ').slice(0, 2000)}`,
      () => {
        if (this.#broken) throw this.#broken;
        return holds();
      },
    );
  }

  /** The entries of all rooms, or of one question's room. */
  entries(questionId?: string): SharedEntry[] {
    const rooms = this.of('room').filter((room) => questionId === undefined || room.questionId === questionId);
    return rooms.flatMap(({ entries }) => entries);
  }

  numbers(): number[] {
    return this.entries().map(({ number }) => number);
  }

  entry(questionId: string, number: number): Promise<SharedEntry> {
    return this.#found(`entry ${number}`, () => this.entries(questionId).find((entry) => entry.number === number));
  }

  message(questionId: string, discussionId: string): Promise<SharedDiscussion> {
    const messages = () =>
      this.entries(questionId).flatMap((entry) => (entry.entry === 'message' ? [entry.discussion] : []));
    return this.#found(`message ${discussionId}`, () => messages().find(({ id }) => id === discussionId));
  }

  /** Resolves with the close code. @throws BrokenFrameError if a frame did not match its schema */
  async closed(): Promise<number | undefined> {
    if (this.closeCode === undefined) await new Promise((resolve) => this.socket.once('close', resolve));
    if (this.#broken) throw this.#broken;
    return this.closeCode;
  }

  /** Ends the connection without a close frame, like a lost network. */
  cut(): void {
    this.socket.terminate();
  }

  close(): void {
    this.socket.close();
  }

  async #found<T>(what: string, find: () => T | undefined): Promise<T> {
    await this.until(what, () => find() !== undefined);
    return find()!;
  }

  #take(text: string): void {
    this.texts.push(text);
    const { data: frame, error } = ServerFrame.safeParse(JSON.parse(text));
    const entries = frame?.type === 'room' ? frame.data.entries.length : 0;
    if (!frame) this.#broken = new BrokenFrameError(`A frame is not as documented: ${error}: ${text.slice(0, 300)}`);
    else if (entries > maxEntriesOfFrame) this.#broken = new BrokenFrameError(`A frame carries ${entries} entries`);
    if (frame && !this.#broken) {
      this.frames.push(frame);
      this.onFrame(frame);
    } else this.cut();
  }
}

const connect = (url: string, { cookie, query = '', headers }: SocketOptions = {}): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers: { ...(cookie && { cookie }), ...headers } });
