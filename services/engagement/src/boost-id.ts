import { hash } from 'node:crypto';

/**
 * The id of the pair (booster, content): the same for ever, and giving away neither of the two. It is a UUID of version 8 (RFC 9562)
 * over SHA-256.
 */
export const boostIdOf = (accountId: string, contentKey: string): string => {
  const digest = hash('sha256', `${accountId}|${contentKey}`, 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
