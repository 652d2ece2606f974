import { hash } from 'node:crypto';

/** The variant's hexadecimal digits; its two upper bits are fixed. */
const variants = '89ab';

/**
 * A UUID of version 8 (RFC 9562) over SHA-256: the same for the same text for ever, and giving away nothing of it. It is put together from the
 * digest as text, which Node makes four times as fast as a buffer.
 */
const uuidOf = (text: string): string => {
  const hex = hash('sha256', text, 'hex');
  const variant = variants[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The id of the pair (booster, content). */
export const boostIdOf = (accountId: string, contentKey: string): string => uuidOf(`${accountId}|${contentKey}`);

/** The id of the pair (reposter, content). Content ids are unique across types, so whoever takes a repost back need not name the type. */
export const repostIdOf = (reposterId: string, contentId: string): string => uuidOf(`repost|${reposterId}|${contentId}`);

/** The id of the pair (follower, followed). */
export const followIdOf = (followerId: string, followedId: string): string => uuidOf(`follow|${followerId}|${followedId}`);
