import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const pack = promisify(gzip);

/** A weak validator of an answer's body. */
export const weakETag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

/** An answer that is given to many as it is: written, named and packed once. */
export class EncodedJson {
  readonly text: string;
  readonly etag: string;
  #packed: Promise<Buffer> | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.etag = weakETag(this.text);
  }

  gzip(): Promise<Buffer> {
    this.#packed ??= pack(this.text);
    return this.#packed;
  }
}
