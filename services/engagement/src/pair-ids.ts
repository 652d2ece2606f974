import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562) over SHA-256: the same for the same text for ever, and giving away nothing of it. */
const uuidOf = (text: string): string => {
  const digest = hash('sha256', text, 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The id of the pair (booster, content). */
export const boostIdOf = (accountId: string, contentKey: string): string => uuidOf(`${accountId}|${contentKey}`);

/** The id of the pair (reposter, content). Content ids are unique across types, so whoever takes a repost back need not name the type. */
export const repostIdOf = (reposterId: string, contentId: string): string => uuidOf(`repost|${reposterId}|${contentId}`);

/** The id of the pair (follower, followed). */
export const followIdOf = (followerId: string, followedId: string): string => uuidOf(`follow|${followerId}|${followedId}`);
