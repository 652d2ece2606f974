import { type SeenDiscussion, ServerFrame, type ServerFrameOf, type SharedEntry } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { WebSocket } from 'ws';

const mostEntriesOfFrame = 500;

export class BrokenFrameError extends Error {
  override readonly name = 'BrokenFrameError';
}

export class LiveClient {
  readonly frames: ServerFrame[] = [];
  readonly texts: string[] = [];
  onFrame: (frame: ServerFrame) => void = () => undefined;
  closeCode: number | undefined;
  readonly #socket: WebSocket;
  #broken: BrokenFrameError | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(data.toString()));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  static open(url: string, cookie?: string, query = '', origin?: string): Promise<LiveClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, {
      headers: { ...(cookie !== undefined && { cookie }), ...(origin !== undefined && { origin }) },
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

  next<T extends ServerFrame['type']>(
    type: T,
    fits: (frame: ServerFrameOf<T>) => boolean = () => true,
    from = 0,
  ): Promise<ServerFrameOf<T>> {
    const isWanted = (frame: ServerFrame): frame is ServerFrameOf<T> =>
      frame.type === type && fits(frame as ServerFrameOf<T>);
    return this.#found(`a frame ${type}`, () => this.frames.slice(from).find(isWanted));
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

  entries(questionId: string): SharedEntry[] {
    return this.frames.flatMap((frame) =>
      frame.type === 'room' && frame.data.questionId === questionId ? frame.data.entries : [],
    );
  }

  entry(questionId: string, number: number): Promise<SharedEntry> {
    return this.#found(`entry ${number}`, () => this.entries(questionId).find((entry) => entry.number === number));
  }

  message(questionId: string, discussionId: string): Promise<SeenDiscussion> {
    const messages = () =>
      this.entries(questionId).flatMap((entry) => (entry.entry === 'message' ? [entry.discussion] : []));
    return this.#found(`message ${discussionId}`, () => messages().find(({ id }) => id === discussionId));
  }

  /** @throws BrokenFrameError if a frame differed from its schema */
  async closed(): Promise<void> {
    if (this.closeCode === undefined) await new Promise((resolve) => this.#socket.once('close', resolve));
    if (this.#broken) throw this.#broken;
  }

  /** Ends the connection without a close frame, as a lost network does. */
  cut(): void {
    this.#socket.terminate();
  }

  close(): void {
    this.#socket.close();
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
    else if (entries > mostEntriesOfFrame) this.#broken = new BrokenFrameError(`A frame carries ${entries} entries`);
    if (frame && !this.#broken) {
      this.frames.push(frame);
      this.onFrame(frame);
    } else this.cut();
  }
}
