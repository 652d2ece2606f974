export const repostKey = (repostId: string): string => `repost:${repostId}`;
/** Of a report about a question that was taken from its target. */
export const withheldKey = (questionId: string): string => `withheld:${questionId}`;
export const followKey = (followerId: string, followedId: string): string => `follow:${followerId}:${followedId}`;
