import type { ByteRange } from '@hearsay/media-store';

/** What of a representation of `size` bytes a request wants: all of it, one part, or a part that there is not (416). */
export type WantedBytes = 'all' | 'none' | ByteRange;

/**
 * Reads Range and If-Range (RFC 9110, sections 14.2 and 13.1.5). Several ranges and whatever cannot be read count as no range; `If-Range`
 * holds only for the very same strong ETag.
 */
export const wantedBytes = (
  size: number,
  headers: { readonly range?: string | undefined; readonly ifRange?: string | undefined; readonly etag: string },
): WantedBytes => {
  const { range, ifRange, etag } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all';
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'all';
  if (from >= size) return 'none';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};
