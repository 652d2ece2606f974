import { uuidv8 } from '@hearsay/service-runtime';

export const boostIdOf = (accountId: string, contentKey: string): string => uuidv8(`${accountId}|${contentKey}`);

/** Content ids are unique across content types, so the id of a repost does not depend on the type. */
export const repostIdOf = (reposterId: string, contentId: string): string =>
  uuidv8(`repost|${reposterId}|${contentId}`);

export const followIdOf = (followerId: string, followedId: string): string =>
  uuidv8(`follow|${followerId}|${followedId}`);
