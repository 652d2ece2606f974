import { type SeenDiscussion, type SeenEntry, ServerFrame, type ServerFrameOf } from '@hearsay/contracts';
import { WebSocket } from 'ws';

const limitMs = 60_000;
const mostEntriesOfFrame = 500;

export class BrokenFrameError extends Error {
  override readonly name = 'BrokenFrameError';
}

interface Waiter {
  readonly look: () => boolean;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
}

export class LiveClient {
  readonly frames: ServerFrame[] = [];
  readonly texts: string[] = [];
  closeCode: number | undefined;
  readonly #socket: WebSocket;
  readonly #waiters = new Set<Waiter>();
  #broken: BrokenFrameError | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.texts.push(data.toString());
      this.#take(data.toString());
      this.#look();
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.#look();
    });
    socket.on('error', () => undefined);
  }

  static open(url: string, cookie?: string): Promise<LiveClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: cookie === undefined ? {} : { cookie },
    });
    const client = new LiveClient(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client));
      socket.once('error', reject);
    });
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  async join(questionId: string, after: number | null = null): Promise<ServerFrameOf<'joined'>> {
    const seen = this.frames.length;
    this.send({ type: 'join', data: { questionId, after } });
    return this.next('joined', (frame) => frame.data.questionId === questionId, seen);
  }

  async next<T extends ServerFrame['type']>(
    type: T,
    fits: (frame: ServerFrameOf<T>) => boolean = () => true,
    from = 0,
  ): Promise<ServerFrameOf<T>> {
    let found: ServerFrameOf<T> | undefined;
    await this.until(`a frame ${type}`, () => {
      found = this.frames
        .slice(from)
        .find((frame): frame is ServerFrameOf<T> => frame.type === type && fits(frame as ServerFrameOf<T>));
      return found !== undefined;
    });
    return found!;
  }

  until(what: string, holds: () => boolean): Promise<void> {
    if (this.#broken) return Promise.reject(this.#broken);
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        look: holds,
        done: () => {
          clearTimeout(timeout);
          this.#waiters.delete(waiter);
          resolve();
        },
        fail: (error) => {
          clearTimeout(timeout);
          this.#waiters.delete(waiter);
          reject(error);
        },
      };
      const timeout = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(
          new Error(`Not within ${limitMs} ms: ${what}. Frames: ${this.texts.slice(-5).join(' ').slice(0, 2000)}`),
        );
      }, limitMs);
      this.#waiters.add(waiter);
    });
  }

  entries(questionId: string): SeenEntry[] {
    return this.frames.flatMap((frame) =>
      frame.type === 'room' && frame.data.questionId === questionId ? frame.data.entries : [],
    );
  }

  async entry(questionId: string, number: number): Promise<SeenEntry> {
    const find = () => this.entries(questionId).find((entry) => entry.number === number);
    await this.until(`entry ${number}`, () => find() !== undefined);
    return find()!;
  }

  async message(questionId: string, discussionId: string): Promise<SeenDiscussion> {
    const find = () =>
      this.entries(questionId).flatMap((entry) =>
        entry.entry === 'message' && entry.discussion.id === discussionId ? [entry.discussion] : [],
      )[0];
    await this.until(`message ${discussionId}`, () => find() !== undefined);
    return find()!;
  }

  whileOpen(onFrame: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        fail: reject,
        look: () => {
          onFrame();
          return this.closeCode !== undefined;
        },
        done: () => {
          this.#waiters.delete(waiter);
          resolve();
        },
      };
      this.#waiters.add(waiter);
      if (waiter.look()) waiter.done();
    });
  }

  /** Ends the connection without a close frame, as a lost network does. */
  cut(): void {
    this.#socket.terminate();
  }

  close(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    const frame = ServerFrame.safeParse(JSON.parse(text));
    if (!frame.success)
      this.#broken = new BrokenFrameError(
        `A frame is not as documented: ${frame.error.message}: ${text.slice(0, 300)}`,
      );
    else if (frame.data.type === 'room' && frame.data.data.entries.length > mostEntriesOfFrame)
      this.#broken = new BrokenFrameError(`A frame carries ${frame.data.data.entries.length} entries`);
    else this.frames.push(frame.data);
  }

  #look(): void {
    for (const waiter of [...this.#waiters]) {
      if (this.#broken) waiter.fail(this.#broken);
      else if (waiter.look()) waiter.done();
    }
  }
}
