import { createHash, hash, randomBytes } from 'node:crypto';
import type { CallContext } from '@hearsay/contracts';

/** The variant's hexadecimal digits; its two upper bits are fixed. */
const variants = '89ab';
const variantOf = (hex: string): string => variants[Number.parseInt(hex.charAt(16), 16) & 3]!;

/** A UUID (RFC 9562) of the first 32 hexadecimal digits, of which two give way to version and variant. */
export const uuidOf = (hex: string, version: 4 | 7 | 8, variant: string = variantOf(hex)): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/** UUID version 7 (RFC 9562): sorts by the millisecond of `now`. The rest is random, or made from `origin`. */
export const uuidv7 = (now: number = Date.now(), origin?: string): string => {
  const bytes = origin === undefined ? randomBytes(16) : createHash('sha256').update(origin).digest().subarray(0, 16);
  bytes.writeUIntBE(now, 0, 6);
  return uuidOf(bytes.toString('hex'), 7);
};

/**
 * UUID version 8 (RFC 9562) over SHA-256: the same for the same text for ever, and giving away nothing of it. It is put together from the
 * digest as text, which Node makes four times as fast as a buffer.
 */
export const uuidv8 = (text: string): string => uuidOf(hash('sha256', text, 'hex'), 8);

/** The instant that an id of `uuidv7` was made for, in ISO 8601; null where it is of another kind. */
export const instantOf = (id: string): string | null =>
  id.charAt(14) === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() : null;

/**
 * The id of what a call makes. Acts that carry their own date come from operators and the seed: theirs is made from date and key, so
 * that the same seed gives the same ids.
 */
export const idForCall = ({ now, idempotencyKey }: Pick<CallContext, 'now' | 'idempotencyKey'>): string =>
  now === undefined ? uuidv7() : uuidv7(Date.parse(now), idempotencyKey);
