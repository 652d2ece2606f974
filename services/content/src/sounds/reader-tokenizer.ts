import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import type { ByteReader } from './byte-reader.ts';

/** A ByteReader as the parsers of file types and metadata take it, with random access: the end of a file may be read first. */
export class ReaderTokenizer extends AbstractTokenizer {
  readonly fileInfo: { readonly size: number };
  readonly #reader: ByteReader;

  constructor(reader: ByteReader) {
    super();
    this.#reader = reader;
    this.fileInfo = { size: reader.size };
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(buffer, options);
    const read = await this.peekBuffer(buffer, options);
    this.position = position + read;
    return read;
  }

  override async peekBuffer(buffer: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(buffer, options);
    const bytes = await this.#reader.read(position, length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    buffer.set(bytes);
    return bytes.length;
  }
}
