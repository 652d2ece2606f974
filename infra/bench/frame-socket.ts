import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const endOfHead = '\r\n\r\n';
const mask = Buffer.alloc(4);

/** RFC 6455 5.2: final, masked, at most 125 bytes. */
const clientFrame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, payload]);

interface Hearing {
  /** `payload` is valid until the call returns. */
  readonly onText: (payload: Buffer) => void;
  readonly onEnd: (code: number | undefined) => void;
}

/**
 * A complete client costs more CPU than the measured server. This one reads only unmasked, complete frames, as the
 * gateway and a bare `ws` send them.
 */
export class FrameSocket {
  readonly #socket: Socket;
  readonly #hearing: Hearing;
  #rest: Buffer = Buffer.alloc(0);
  #code: number | undefined;

  private constructor(socket: Socket, hearing: Hearing) {
    this.#socket = socket;
    this.#hearing = hearing;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => hearing.onEnd(this.#code));
  }

  /** `address`: the client's address for a server that trusts proxies on its own machine. */
  static open(url: URL, address: string, hearing: Hearing): Promise<FrameSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<FrameSocket>();
    const socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('data', (answer: Buffer) => {
      const end = answer.indexOf(endOfHead);
      if (end < 0 || !answer.toString('latin1').startsWith('HTTP/1.1 101'))
        return reject(new Error(`The upgrade is answered: ${answer}`));
      const opened = new FrameSocket(socket, hearing);
      opened.#receive(answer.subarray(end + endOfHead.length));
      resolve(opened);
    });
    const head = {
      Host: url.host,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'X-Forwarded-For': address,
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write(['GET /ws HTTP/1.1', ...lines].join('\r\n') + endOfHead);
    return promise;
  }

  say(frame: object): void {
    this.#socket.write(clientFrame(opcodes.text, Buffer.from(JSON.stringify(frame))));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    let unread = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    while (unread.length >= 2) {
      const short = unread[1]! & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (unread.length < head) break;
      const length = short < 126 ? short : short === 126 ? unread.readUInt16BE(2) : Number(unread.readBigUInt64BE(2));
      if (unread.length < head + length) break;
      this.#hear(unread[0]! & 0x0f, unread.subarray(head, head + length));
      unread = unread.subarray(head + length);
    }
    this.#rest = unread;
  }

  #hear(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.text) this.#hearing.onText(payload);
    else if (opcode === opcodes.ping) this.#socket.write(clientFrame(opcodes.pong, payload));
    else if (opcode === opcodes.close) this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
  }
}
