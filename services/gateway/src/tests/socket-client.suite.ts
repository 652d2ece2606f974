import type { ServerFrame, ServerFrameOf } from '@hearsay/contracts';
import { ServerFrame as ServerFrameSchema } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { WebSocket } from 'ws';

interface Opening {
  readonly query?: string;
  readonly cookie?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
}

export class SocketClient {
  readonly frames: ServerFrame[] = [];
  closeCode: number | null = null;

  private constructor(readonly socket: WebSocket) {
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

  static refusal(url: string, opening: Opening = {}): Promise<number> {
    const socket = connect(url, opening);
    return new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      socket.once('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('error', () => undefined);
    });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  join(questionId: string, after: number | null = null): void {
    this.send({ type: 'join', data: { questionId, after } });
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

  close(): void {
    this.socket.terminate();
  }
}

const connect = (url: string, { query = '', cookie, origin, headers }: Opening): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }), ...headers },
  });
