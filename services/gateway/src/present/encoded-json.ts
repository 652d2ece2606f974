import { hash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';

export const weakETag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

/** Weak comparison (RFC 9110 13.1.2). */
export const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
};

/** The level that needs the least CPU. It still removes most of the repetition. */
const quick = { level: constants.Z_BEST_SPEED };

/**
 * Uses no zlib stream, because a stream would keep its request in memory until the next full garbage collection. V8
 * treats the handle of a stream as a root in young collections (`JSObject::IsUnmodifiedApiObject` in V8's sources).
 */
export const gzipFast = (text: string): Buffer => gzipSync(text, quick);

/** JSON that many answers share, encoded and compressed only once. */
export class EncodedJson {
  readonly text: string;
  readonly etag: string;
  #packed: Buffer | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.etag = weakETag(this.text);
  }

  gzip(): Buffer {
    this.#packed ??= gzipFast(this.text);
    return this.#packed;
  }
}
