import type { MessagePort } from 'node:worker_threads';

/** Messages between the worker and the thread that owns the media store. */
export interface PieceRequest {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}
export interface PieceResponse {
  readonly id: number;
  /** Null if the store failed. */
  readonly bytes: Uint8Array | null;
}

/** A file of `size` bytes that can be read at any position. */
export interface ReadableBytes {
  readonly size: number;
  /** Returns fewer bytes only at the end of the file. */
  read(from: number, length: number): Promise<Buffer>;
}

/** Reads an object of the media store from a worker, through messages to the thread that owns the store. */
export class ByteReader implements ReadableBytes {
  readonly size: number;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(port: MessagePort, size: number) {
    this.size = size;
    this.#port = port;
    port.on('message', ({ id, bytes }: PieceResponse) => {
      const waiter = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (bytes) waiter?.resolve(bytes);
      else waiter?.reject(new Error('The store could not be read'));
    });
  }

  async read(from: number, length: number): Promise<Buffer> {
    const to = Math.min(this.size, from + length);
    if (to <= from) return Buffer.alloc(0);
    const bytes = await this.#ask(from, to - 1);
    if (bytes.length !== to - from) throw new Error('The object is shorter than it should be');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Both positions are inclusive. */
  #ask(from: number, to: number): Promise<Uint8Array> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage({ id, from, to } satisfies PieceRequest);
    });
  }
}
