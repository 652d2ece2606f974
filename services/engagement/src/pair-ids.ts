import { uuidv8 } from '@hearsay/service-runtime';

/** The id of the pair (booster, content). */
export const boostIdOf = (accountId: string, contentKey: string): string => uuidv8(`${accountId}|${contentKey}`);

/** The id of the pair (reposter, content). Content ids are unique across types, so whoever takes a repost back need not name the type. */
export const repostIdOf = (reposterId: string, contentId: string): string =>
  uuidv8(`repost|${reposterId}|${contentId}`);

/** The id of the pair (follower, followed). */
export const followIdOf = (followerId: string, followedId: string): string =>
  uuidv8(`follow|${followerId}|${followedId}`);
