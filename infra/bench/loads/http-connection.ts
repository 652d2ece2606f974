import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

const endOfHead = '\r\n\r\n';

/**
 * One kept connection, one request at a time, over bare sockets: a complete HTTP client costs more CPU than the server that is
 * measured. Understands what the gateway answers to small calls: a body with Content-Length.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #resolve: ((answer: HttpAnswer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(closed()));
  }

  static open(url: URL): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
      socket.once('error', reject);
    });
  }

  /** False once the server has closed it, as it does with one on which nothing was said for a minute. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readable;
  }

  ask(request: string): Promise<HttpAnswer> {
    if (this.#socket.closed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf(endOfHead);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const body = this.#received.slice(end + endOfHead.length);
    // The answers to these calls are ASCII, so characters are bytes.
    if (body.length < length) return;
    this.#received = '';
    this.#resolve?.({ status: Number(head.slice(9, 12)), body });
  }
}

const closed = () => new Error('The gateway has closed a connection');

/** A POST as text, ready to be written. */
export const postOf = (url: URL, path: string, body: string, headers: Readonly<Record<string, string>>): string =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** A GET as text, ready to be written. */
export const getOf = (url: URL, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
