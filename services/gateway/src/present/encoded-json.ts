import { hash } from 'node:crypto';
import { pack } from './packing.js';

/** A weak validator of an answer's body. */
export const weakETag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

/** An answer that is given to many as it is: written, named and packed once. */
export class EncodedJson {
  readonly text: string;
  readonly etag: string;
  #packed: Buffer | Promise<Buffer> | undefined;

  private constructor(text: string) {
    this.text = text;
    this.etag = weakETag(text);
  }

  /** `earlier` itself, where the value is written as it was then: it is named and packed already. */
  static of(value: unknown, earlier?: EncodedJson): EncodedJson {
    const text = JSON.stringify(value);
    return earlier?.text === text ? earlier : new EncodedJson(text);
  }

  gzip(): Buffer | Promise<Buffer> {
    this.#packed ??= pack(this.text);
    return this.#packed;
  }
}
