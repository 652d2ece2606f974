/** What a post has got from others. */
export interface PostCounts {
  readonly boosts: number;
  readonly replies: number;
  readonly reposts: number;
}

/** Age that weighs as much as ten times the engagement, as in Reddit's 'hot' (https://github.com/reddit-archive/reddit, r2/lib/db/_sorts.pyx). */
const secondsPerTenfold = 45_000;
/** Trending is kept to so many decimals: one more boost of a post that has thousands moves it by less. */
const trendingDecimals = 3;

/** What one of each adds to the engagement. */
export const engagementWeights: PostCounts = { boosts: 1, replies: 2, reposts: 3 };

/** How much people do with a post: a repost weighs three boosts, a reply two. */
export const engagementOf = ({ boosts, replies, reposts }: PostCounts): number =>
  engagementWeights.boosts * boosts + engagementWeights.replies * replies + engagementWeights.reposts * reposts;

/**
 * log10(max(engagement, 1)) + created / 45000, created in seconds since 1970: it changes only when something happens, so that an index on it is
 * always right.
 */
export const trendingOf = (counts: PostCounts, createdAt: Date): number => {
  const rank = Math.log10(Math.max(engagementOf(counts), 1)) + createdAt.getTime() / 1000 / secondsPerTenfold;
  return Math.round(rank * 10 ** trendingDecimals) / 10 ** trendingDecimals;
};
