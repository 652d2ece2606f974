import type { MessagePort } from 'node:worker_threads';

/** Bytes are asked for in pieces of this size, and so many of them are remembered. */
const pieceBytes = 128 * 1024;
const remembered = 8;

/** What the worker asks of the thread that holds the media store, and what comes back. */
export interface PieceQuestion {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}
export interface PieceAnswer {
  readonly id: number;
  /** Null: the store could not give it. */
  readonly bytes: Uint8Array | null;
}

/** Reads any part of an object of `size` bytes that lies in another thread's store. */
export class ByteReader {
  readonly size: number;
  readonly #port: MessagePort;
  readonly #pieces = new Map<number, Promise<Uint8Array>>();
  readonly #waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(port: MessagePort, size: number) {
    this.size = size;
    this.#port = port;
    port.on('message', ({ id, bytes }: PieceAnswer) => {
      const waiter = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (bytes) waiter?.resolve(bytes);
      else waiter?.reject(new Error('The store could not be read'));
    });
  }

  /** The bytes from `from` on, `length` of them or as many as there are. */
  async read(from: number, length: number): Promise<Uint8Array> {
    const to = Math.min(this.size, from + length);
    const bytes = new Uint8Array(Math.max(0, to - from));
    for (let at = from; at < to; ) {
      const index = Math.floor(at / pieceBytes);
      const piece = await this.#piece(index);
      const part = piece.subarray(at - index * pieceBytes, Math.min(piece.length, to - index * pieceBytes));
      if (part.length === 0) throw new Error('The object is shorter than it should be');
      bytes.set(part, at - from);
      at += part.length;
    }
    return bytes;
  }

  #piece(index: number): Promise<Uint8Array> {
    const known = this.#pieces.get(index);
    if (known) return known;
    const from = index * pieceBytes;
    const asked = this.#ask(from, Math.min(this.size, from + pieceBytes) - 1);
    this.#pieces.set(index, asked);
    const oldest = this.#pieces.keys().next().value;
    if (this.#pieces.size > remembered && oldest !== undefined) this.#pieces.delete(oldest);
    return asked;
  }

  #ask(from: number, to: number): Promise<Uint8Array> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage({ id, from, to } satisfies PieceQuestion);
    });
  }
}
