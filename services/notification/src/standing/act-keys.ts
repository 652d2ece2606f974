export const repostKey = (repostId: string): string => `repost:${repostId}`;
export const withheldKey = (questionId: string): string => `withheld:${questionId}`;
export const followKey = (followerId: string, followedId: string): string => `follow:${followerId}:${followedId}`;
