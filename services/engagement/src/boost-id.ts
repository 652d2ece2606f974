import { createHash } from 'node:crypto';

/**
 * The id of the pair (booster, content): the same for ever, and telling neither of the two. A UUID of version 8 (RFC 9562)
 * over SHA-256.
 */
export const boostIdOf = (accountId: string, contentKey: string): string => {
  const hash = createHash('sha256').update(accountId).update('|').update(contentKey).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
