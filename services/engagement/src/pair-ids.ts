import { uuidv8 } from '@hearsay/service-runtime';

export const boostIdOf = (accountId: string, contentKey: string): string => uuidv8(`${accountId}|${contentKey}`);

/** The content type is left out, because content ids are unique across all types. */
export const repostIdOf = (reposterId: string, contentId: string): string =>
  uuidv8(`repost|${reposterId}|${contentId}`);

export const followIdOf = (followerId: string, followedId: string): string =>
  uuidv8(`follow|${followerId}|${followedId}`);
