import type { ServerFrame, ServerFrameOf } from '@hearsay/contracts';
import { ServerFrame as ServerFrameSchema } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { afterEach } from '@jest/globals';
import { WebSocket } from 'ws';

export interface Opening {
  readonly query?: string;
  readonly cookie?: string | undefined;
  readonly headers?: Record<string, string>;
}

const opened: SocketClient[] = [];
afterEach(() => {
  for (const client of opened.splice(0)) client.close();
});

/** The socket closes after the test. */
export class SocketClient {
  readonly frames: ServerFrame[] = [];
  closeCode: number | null = null;

  private constructor(readonly socket: WebSocket) {
    opened.push(this);
    socket.on('message', (data) => this.frames.push(ServerFrameSchema.parse(JSON.parse(data.toString()))));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  static async open(url: string, opening: Opening = {}): Promise<SocketClient> {
    const client = new SocketClient(connect(url, opening));
    await new Promise<void>((resolve, reject) => {
      client.socket.once('open', resolve);
      client.socket.once('error', reject);
    });
    return client;
  }

  /** Returns the status of the refusal, or 101 if the socket opened. */
  static refusal(url: string, opening: Opening = {}): Promise<number> {
    const { socket } = new SocketClient(connect(url, opening));
    return new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      socket.once('open', () => {
        socket.terminate();
        resolve(101);
      });
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  join(questionId: string, after: number | null = null): void {
    this.send({ type: 'join', data: { questionId, after } });
  }

  /** Joins and waits for the answer. */
  async enter(questionId: string, after: number | null = null): Promise<this> {
    const before = this.of('joined').length;
    this.join(questionId, after);
    await this.next('joined', before + 1);
    return this;
  }

  /** Waits until the gateway has answered everything that was sent before. */
  async pong(): Promise<void> {
    const before = this.of('pong').length;
    this.send({ type: 'ping' });
    await this.next('pong', before + 1);
  }

  of<T extends ServerFrame['type']>(type: T): ServerFrameOf<T>['data'][] {
    return this.frames.filter((frame) => frame.type === type).map((frame) => frame.data as ServerFrameOf<T>['data']);
  }

  numbers(): number[] {
    return this.of('room').flatMap(({ entries }) => entries.map(({ number }) => number));
  }

  async next<T extends ServerFrame['type']>(type: T, count = 1): Promise<ServerFrameOf<T>['data']> {
    await eventually(`${count} ${type} frames`, () => this.of(type).length >= count);
    return this.of(type)[count - 1]!;
  }

  closed(code: number): Promise<void> {
    return eventually(`the close ${code}`, () => this.closeCode === code);
  }

  close(): void {
    this.socket.terminate();
  }
}

const connect = (url: string, { query = '', cookie, headers }: Opening): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers: { ...(cookie && { cookie }), ...headers } });
