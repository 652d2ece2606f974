import { createHash, randomBytes } from 'node:crypto';
import type { CallContext } from '@hearsay/contracts';

/** UUID version 7 (RFC 9562): sorts by the millisecond of `now`. The rest is random, or made from `origin`. */
export const uuidv7 = (now: number = Date.now(), origin?: string): string => {
  const bytes = origin === undefined ? randomBytes(16) : createHash('sha256').update(origin).digest().subarray(0, 16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The instant that an id of `uuidv7` was made for, in ISO 8601; null where it is of another kind. */
export const instantOf = (id: string): string | null =>
  id.charAt(14) === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() : null;

/**
 * The id of what a call makes. Acts that carry their own date come from operators and the seed: theirs is made from date and key, so
 * that the same seed gives the same ids.
 */
export const idForCall = ({ now, idempotencyKey }: Pick<CallContext, 'now' | 'idempotencyKey'>): string =>
  now === undefined ? uuidv7() : uuidv7(Date.parse(now), idempotencyKey);
