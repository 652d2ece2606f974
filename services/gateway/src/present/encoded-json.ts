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

  private constructor(text: string) {
    this.text = text;
    this.etag = weakETag(text);
  }

  /** `earlier` itself, where the value is written as it was then: it is named and packed already. */
  static of(value: unknown, earlier?: EncodedJson): EncodedJson {
    const text = JSON.stringify(value);
    return earlier?.text === text ? earlier : new EncodedJson(text);
  }

  gzip(): Promise<Buffer> {
    this.#packed ??= pack(this.text);
    return this.#packed;
  }
}
