import { hash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';

/** A weak validator of an answer's body. */
export const weakETag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

/** Whether an If-None-Match header names this validator (weak comparison, RFC 9110 13.1.2). */
export const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
};

/** The fastest level: most of an answer's repetition is gone with it, and this process has other things to do. */
const quick = { level: constants.Z_BEST_SPEED };

/**
 * Packs a text with gzip. A stream of zlib would keep each request alive until the next full collection, since its handle counts as a root
 * of young garbage (`JSObject::IsUnmodifiedApiObject` in V8's sources). In a flood of reads full collections came every two seconds.
 */
export const pack = (text: string): Buffer => gzipSync(text, quick);

/** An answer that is given to many as it is: written, named and packed once. */
export class EncodedJson {
  readonly text: string;
  readonly etag: string;
  #packed: Buffer | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.etag = weakETag(this.text);
  }

  gzip(): Buffer {
    this.#packed ??= pack(this.text);
    return this.#packed;
  }
}
